import { createServer, request as send, type Server } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * A reverse proxy that adds a bearer token to requests of `/mcp…`: the suite knows no way to send one. All else of a
 * request and its answer passes unchanged, `Host` and `Origin` included.
 */
export class Forwarder {
  private constructor(private readonly server: Server) {}

  static async start(port: number, target: { port: number; token: () => string }): Promise<Forwarder> {
    const server = createServer((request, response) => {
      const { method, url: path = '/', rawHeaders } = request
      const bearer = path.startsWith('/mcp') ? ['Authorization', `Bearer ${target.token()}`] : []
      const passed = send({ host: '127.0.0.1', port: target.port, method, path, headers: [...rawHeaders, ...bearer] })
      passed.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        response.flushHeaders()
        pipeline(answer, response).catch(() => response.destroy())
      })
      passed.once('error', () => response.destroy())
      // What the client no longer waits for ends at the server, too.
      response.once('close', () => passed.destroy())
      request.pipe(passed)
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new Forwarder(server)
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }
}
