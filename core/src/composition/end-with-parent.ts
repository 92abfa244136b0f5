import { Socket } from 'node:net'

// A thread of a process whose standard input is a pipe from its parent: the pipe ends when the parent is gone, however it
// ended. What the process has not committed is rolled back.
new Socket({ fd: 0, readable: true, writable: false })
  .on('error', () => undefined)
  .on('close', () => process.kill(process.pid, 'SIGKILL'))
  .resume()
