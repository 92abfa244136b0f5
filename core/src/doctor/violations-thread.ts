import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../database/connect.js'
import { FindViolations } from './find-violations.repository.js'

/** What `CountViolations` asks of this thread. */
export interface ThreadRequest {
  databaseUrl: string
  /** In milliseconds. */
  now: number
}

const { databaseUrl, now } = workerData as ThreadRequest
const database = connect(databaseUrl, undefined, { readOnly: true })
try {
  const found = new FindViolations(database.reader, { now: () => new Date(now) })
  for await (const violation of found.each()) parentPort?.postMessage(violation)
} finally {
  await database.close()
}
