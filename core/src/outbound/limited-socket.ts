import type { Socket } from 'node:net'

/**
 * Of one answer at most so many bytes come off a socket: its headers, answers in between and the framing of its body
 * count too, of which a client that counts what it hands on would read as much as anybody sends. For a socket that
 * has one request at a time, before its client listens to it; of a TLS socket, what was encrypted is counted.
 *
 * Nothing is written but requests, so whatever is read after a write is of a new answer. The client reads when it is
 * told that the socket is readable; here it is told first, and whatever is too much is taken away before it looks.
 */
export function limitAnswers(socket: Socket, mostBytes: number): void {
  let written = 0
  let earlier = 0
  let read = 0
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      earlier = read
    }
    read = socket.bytesRead
    if (read - earlier <= mostBytes) return
    socket.read()
    socket.destroy(new Error(`the answer, with its headers and framing, is larger than ${mostBytes} bytes`))
  })
}
