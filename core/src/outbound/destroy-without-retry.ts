import type { Socket } from 'node:net'

/**
 * When a request is aborted, undici destroys its socket with an internal error that it then treats as retryable: it
 * requeues the request and opens another connection, only to find nothing to send. Any other error avoids that. For a
 * socket that carries one request at a time.
 */
export function destroyWithoutRetry(socket: Socket): void {
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => destroy(error && isAbort(error) ? new Error('the request was aborted') : error)
}

const isAbort = (error: NodeJS.ErrnoException): boolean => error.code === 'UND_ERR_INFO' && error.message === 'aborted'
