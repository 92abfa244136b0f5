import { connect } from 'node:net'

export interface WireReply {
  status: number
  headers: Map<string, string>
  text: string
}

/** Sends bytes as they are: for what no client would send. One connection for each request. */
export function wire(url: string, head: readonly string[], body: string | Uint8Array = ''): Promise<WireReply> {
  const { hostname, port } = new URL(url)
  const lines = [head[0], `Host: ${hostname}:${port}`, 'Connection: close', ...head.slice(1), '', '']
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error) => (chunks.length > 0 ? resolve(parse(Buffer.concat(chunks))) : reject(error)))
    socket.on('close', () => resolve(parse(Buffer.concat(chunks))))
    socket.write(Buffer.from(lines.join('\r\n'), 'latin1'))
    if (body.length > 0) socket.write(body)
  })
}

function parse(answer: Buffer): WireReply {
  const text = answer.toString('utf8')
  const end = text.indexOf('\r\n\r\n')
  const [start = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(start.split(' ')[1]), headers: new Map(headers), text: text.slice(end + 4) }
}
