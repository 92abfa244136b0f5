import { connect, type Socket } from 'node:net'

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

interface Plan {
  name: string
  connections: number
  /** What is sent once connected. */
  text: string
  /** Sent from time to time from then on. */
  drip?: string
  reads: boolean
  /** Takes the server's end for its own, and comes again; else it stays half-open. */
  returns: boolean
  /** Connects to where each attacker comes from. */
  from: (nr: number) => string
}

/** Each comes from several addresses, so that the limit per address is not what stops it. */
const spread = (net: number) => (nr: number) => `127.0.${net}.${1 + (nr % 8)}`

const PLANS: readonly Plan[] = [
  { name: 'silent', connections: 1000, text: '', reads: true, returns: false, from: spread(1) },
  { name: 'keep-alive', connections: 1000, text: get('/healthz'), reads: true, returns: true, from: spread(2) },
  {
    name: 'slow',
    connections: 500,
    text: 'GET /healthz HTTP/1.1\r\nHost: ',
    drip: 'x',
    reads: true,
    returns: false,
    from: spread(5),
  },
  {
    name: 'never reading',
    connections: 300,
    text: get('/docs').repeat(8),
    reads: false,
    returns: false,
    from: spread(3),
  },
  {
    name: 'pipelining',
    connections: 10,
    text: get('/docs').repeat(60_000 / get('/docs').length),
    reads: false,
    returns: false,
    from: spread(4),
  },
]

export interface Attack {
  name: string
  readonly open: number
  /** Connects again what was cut off, and drips. */
  refill(): void
  end(): void
}

/** Those of these names; all without any. */
export const attackers = (url: string, names: readonly string[]): Attack[] =>
  PLANS.filter(({ name }) => names.length === 0 || names.includes(name)).map((plan) => begin(url, plan))

function begin(url: string, plan: Plan): Attack {
  const sockets = new Set<Socket>()
  let count = 0
  const join = (): void => {
    const localAddress = process.platform === 'linux' ? plan.from(count++) : undefined
    const port = Number(new URL(url).port)
    const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: !plan.returns })
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('connect', () => plan.text !== '' && socket.write(plan.text))
    if (plan.reads) socket.resume()
  }
  return {
    name: plan.name,
    get open() {
      return sockets.size
    },
    refill: () => {
      if (plan.drip !== undefined) for (const socket of sockets) if (!socket.connecting) socket.write(plan.drip)
      while (sockets.size < plan.connections) join()
    },
    end: () => sockets.forEach((socket) => socket.destroy()),
  }
}
