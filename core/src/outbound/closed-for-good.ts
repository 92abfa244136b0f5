import type { Socket } from 'node:net'

/**
 * Undici closes the connection of a request that is given up with an error it takes for its own housekeeping: it
 * puts the request in the queue again, and opens a connection only to find that there is nothing to send. With any
 * other error it is content. For a socket that has one request at a time.
 */
export function closeForGood(socket: Socket): void {
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => destroy(error && isGivingUp(error) ? new Error('the request was given up') : error)
}

const isGivingUp = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'UND_ERR_INFO' && error.message === 'aborted'
