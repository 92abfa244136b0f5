import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { FlushRequest } from './flush-steadily.js'

const PAUSE_MS = 100

const { path, over } = workerData as FlushRequest
const isOver = new Int32Array(over)
const file = openSync(path, 'r+')
try {
  // The wait ends early with the notice that it is over.
  while (Atomics.wait(isOver, 0, 0, PAUSE_MS) === 'timed-out') fdatasyncSync(file)
} finally {
  closeSync(file)
}
