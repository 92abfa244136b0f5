import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { ExportedFile } from '../accounting/exported-file.js'
import { breakOff } from '../http/break-off.js'
import { fileHeaders } from '../web/answer.js'
import type { Visit } from './visit.js'

/**
 * Sends a file while it is made. What fails before its first byte is answered as on any page. Later the connection is
 * broken off, so that no browser or proxy takes a part for the whole. A browser that leaves ends the work.
 */
export async function sendDownload(
  { request, response }: Pick<Visit, 'request' | 'response'>,
  { fileName, type, bytes }: ExportedFile,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await once(bytes, 'readable', { signal: gone.signal })
    response.set({
      ...fileHeaders(type),
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    // Before the pipeline closes the connection in the ordinary way.
    bytes.once('error', (error) => {
      if (!isGone(error)) breakOff(response)
    })
    await pipeline(bytes, response)
  } catch (error) {
    if (!isGone(error)) throw error
  } finally {
    bytes.destroy()
  }
}

/** The browser stopped the download. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ABORT_ERR')
