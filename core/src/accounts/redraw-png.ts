import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { RefusedPicture } from './picture-fault.js'
import { pngHeader } from './png.js'

/** A picture of few colors becomes larger. Messengers take no larger one, and it goes with every email. */
const MAX_REDRAWN_BYTES = 600_000

/**
 * Decodes a PNG and encodes its pixels again: of what else the file held nothing is left. In a thread of its own, because
 * it takes some tenths of a second.
 *
 * @throws RefusedPicture, RangeError
 */
export async function redrawPng(png: Buffer): Promise<Buffer> {
  // A size that is refused starts nothing.
  pngHeader(png)
  // The options of the process, such as a script on its command line, are none of the thread's.
  const options = { workerData: png, execArgv: [] }
  const worker = new Worker(new URL('./png-worker.js', import.meta.url), options)
  const [redrawn] = (await once(worker, 'message')) as [Uint8Array | null]
  if (redrawn === null) throw new RefusedPicture('damaged')
  if (redrawn.length > MAX_REDRAWN_BYTES) throw new RefusedPicture('pixels')
  return Buffer.from(redrawn)
}
