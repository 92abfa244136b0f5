import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** What a name leads to. */
export interface Found {
  A?: readonly string[]
  AAAA?: readonly string[]
  /** Its answer comes along, as from a server that follows it. */
  CNAME?: string
}

/** By the number of times it was asked before: a name may change its mind. */
export type Zone = Record<string, Found | 'silent' | ((asked: number) => Found | 'silent')>

const TYPES = { A: 1, CNAME: 5, AAAA: 28 }
const NO_SUCH_NAME = 3

/** A real name server, on this machine. What is not in its zone does not exist. */
export class NameServer {
  /** Each question, as `A name`. */
  readonly questions: string[] = []

  private constructor(
    private readonly socket: Socket,
    private readonly zone: Zone,
  ) {
    socket.on('message', (message, from) => this.answer(message, from))
  }

  static async start(zone: Zone): Promise<NameServer> {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new NameServer(socket, zone)
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`
  }

  close(): void {
    this.socket.close()
  }

  private answer(message: Buffer, from: RemoteInfo): void {
    const { name, end } = readName(message)
    const type = message.readUInt16BE(end) === TYPES.A ? 'A' : 'AAAA'
    const asked = this.questions.filter((question) => question === `${type} ${name}`).length
    this.questions.push(`${type} ${name}`)
    const records = this.records(name, type, asked)
    if (records === 'silent') return
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (records === null ? NO_SUCH_NAME : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records?.length ?? 0, 6)
    this.socket.send(
      Buffer.concat([header, message.subarray(12, end + 4), ...(records ?? [])]),
      from.port,
      from.address,
    )
  }

  private records(name: string, type: 'A' | 'AAAA', asked: number): Buffer[] | 'silent' | null {
    const entry = this.zone[name]
    const found = typeof entry === 'function' ? entry(asked) : entry
    if (found === undefined) return null
    if (found === 'silent') return 'silent'
    const own = (found[type] ?? []).map((address) => record(name, type, addressBytes(address)))
    if (found.CNAME === undefined) return own
    const further = this.records(found.CNAME, type, asked)
    return [record(name, 'CNAME', nameBytes(found.CNAME)), ...(Array.isArray(further) ? further : [])]
  }
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [before = '', after = ''] = address.split('::')
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const gap = address.includes('::') ? 8 - groups(before).length - groups(after).length : 0
  const all = [...groups(before), ...new Array<number>(gap).fill(0), ...groups(after)]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

/** It may be kept for no second. */
function record(name: string, type: keyof typeof TYPES, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPES[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), fixed, data])
}
