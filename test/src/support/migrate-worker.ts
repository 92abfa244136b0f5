import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '@paylink/core/database/connect'
import { Migrator } from '@paylink/core/database/migrator'

/** A migrator with an event loop of its own, as another process has. Answers what it applied. */
const database = connect(workerData as string)
const applied = await new Migrator(database).up()
await database.close()
parentPort?.postMessage(applied)
