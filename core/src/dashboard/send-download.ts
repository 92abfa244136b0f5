import { once } from 'node:events'
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
  response.once('close', () => {
    gone.abort()
    bytes.destroy()
  })
  try {
    for await (const chunk of bytes) {
      if (!response.headersSent) {
        response.set({
          ...fileHeaders(type),
          'Content-Disposition': `attachment; filename="${fileName}"`,
          'Cache-Control': 'no-store',
        })
      }
      if (request.method === 'HEAD') break
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal })
    }
    response.end()
  } catch (error) {
    if (gone.signal.aborted) return
    if (response.headersSent) breakOff(response)
    throw error
  }
}
