import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net'

/** Listens on this machine, on 127.0.0.1 and, where there is one, ::1, and records every connection. */
export class Canary {
  private readonly servers: RawServer[] = []
  private readonly sockets = new Set<Socket>()
  connections = 0
  port = 0

  /** Without an answer it stays silent, like a server that speaks no HTTP. */
  static async listen(answer?: (path: string, response: ServerResponse) => void): Promise<Canary> {
    const canary = new Canary()
    for (const host of ['127.0.0.1', '::1']) {
      const server: Server | RawServer = answer
        ? createServer((request, response) => answer(request.url ?? '', response))
        : createRawServer((socket) => socket.end())
      await canary.open(server, host)
    }
    return canary
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  close(): void {
    for (const server of this.servers) server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private async open(server: RawServer, host: string): Promise<void> {
    server.on('connection', (socket) => {
      this.connections++
      this.sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => this.sockets.delete(socket))
    })
    server.listen(this.port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL') return
      throw error
    }
    this.servers.push(server)
    this.port = (server.address() as AddressInfo).port
  }
}
