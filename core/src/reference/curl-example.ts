import type { Operation } from '../contract/contract.js'

/** A command to paste into a shell once the key and the id are set. */
export function curlExample(baseUrl: string, method: string, path: string, of: Operation): string {
  const address = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_whole, name: string) => `$${name.toUpperCase()}`)}`
  const example = of.requestBody?.content['application/json']?.example
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(of.parameters ?? []).filter(isNeededHeader).map(({ name }) => `-H "${name}: $(uuidgen)"`),
  ]
  if (example !== undefined) {
    lines.push('-H "Content-Type: application/json"')
    lines.push(`-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

const isNeededHeader = ({ in: location, required }: { in: string; required?: boolean }): boolean =>
  location === 'header' && required === true
