import type { Socket } from 'node:net'

/**
 * Limits the bytes read from a socket for one response. Headers, informational responses and framing count too: a client
 * that limits only the body would read them without limit. Call it on a socket that carries one request at a time,
 * before the HTTP client attaches its listeners. On a TLS socket the decrypted bytes are counted.
 *
 * Only requests are written, so a read after a write belongs to a new response. This listener runs before the client's
 * and discards the excess before the client reads it.
 */
export function limitResponses(socket: Socket, maxBytes: number): void {
  let written = 0
  let earlier = 0
  let read = 0
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      earlier = read
    }
    read = socket.bytesRead
    if (read - earlier <= maxBytes) return
    socket.read()
    socket.destroy(new Error(`the response, with headers and framing, is larger than ${maxBytes} bytes`))
  })
}
