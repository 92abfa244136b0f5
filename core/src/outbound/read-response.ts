export interface Limit {
  maxBytes: number
  onExcess: 'fail' | 'cut'
}

/** Stops at the limit; leaving the loop closes the connection. */
export async function readResponse(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, onExcess }: Limit,
): Promise<{ body: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size <= maxBytes) continue
    if (onExcess === 'fail') throw new Error(`the response is larger than ${maxBytes} bytes`)
    return { body: Buffer.concat(chunks, maxBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

export function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}
