import { Logger, run } from 'graphile-worker'
import { nowMs } from './machine-clock.js'
import { post } from './post.js'

/** graphile-worker alone, as it comes: one statement takes a job, one ends it. */
const [connectionString = '', concurrency = '4'] = process.argv.slice(2)

const runner = await run({
  connectionString,
  concurrency: Number(concurrency),
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  taskList: {
    post: (payload) => {
      const { url, body } = payload as { url: string; body: string }
      return post(url, body)
    },
    note: (payload) => {
      const { id } = payload as { id: string }
      process.send?.({ id, atMs: nowMs() })
    },
  },
})
process.stdout.write('ready\n')
process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)))
