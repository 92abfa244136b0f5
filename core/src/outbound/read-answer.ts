export interface Limit {
  mostBytes: number
  whenLarger: 'fail' | 'cut'
}

/** Stops at the limit; leaving the loop closes the connection. */
export async function readAnswer(
  body: AsyncIterable<Uint8Array>,
  { mostBytes, whenLarger }: Limit,
): Promise<{ body: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size <= mostBytes) continue
    if (whenLarger === 'fail') throw new Error(`the response is larger than ${mostBytes} bytes`)
    return { body: Buffer.concat(chunks, mostBytes), isCut: true }
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
