import type { Readable } from 'node:stream'

/** A file that is made while it is sent. */
export interface ExportedFile {
  fileName: string
  type: string
  /** Ends with an error if the database fails midway: the download must then fail, too. */
  bytes: Readable
}
