import type { ServerResponse } from 'node:http'

/**
 * Ends a response that cannot be completed with a reset of its connection. Closing it would do for HTTP/1.1, whose last
 * chunk is missing then; a proxy that speaks HTTP/1.0, as nginx does unless told otherwise, takes that for the end.
 */
export function breakOff({ socket }: ServerResponse): void {
  if (!socket || socket.destroyed) return
  // As long as it is writable, Node first sends what waits, and then the ordinary end.
  Reflect.set(socket, 'writable', false)
  socket.resetAndDestroy()
  socket.destroy()
}
