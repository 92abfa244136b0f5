import { openDurable } from './floor-store.js'
import { post } from './post.js'

/** The least of a queue on SQLite: a durable transaction takes a job, another ends it, the post is between them. */
const [path = '', concurrency = '4'] = process.argv.slice(2)
const database = openDurable(path)
const take = database.prepare(
  `update queue set taken = 1 where id = (select id from queue where taken = 0 order by id limit 1)
   returning id, url, body`,
)
const end = database.prepare('delete from queue where id = ?')

async function work(): Promise<void> {
  for (;;) {
    const job = take.get() as { id: number; url: string; body: string } | undefined
    if (!job) return
    await post(job.url, job.body)
    end.run(job.id)
  }
}

/** Notified of work: polling would disturb the others' samples. */
process.on('message', () => {
  for (let count = 0; count < Number(concurrency); count++) void work()
})
// Nothing else keeps it alive while there is nothing to do.
process.channel?.ref()
process.stdout.write('ready\n')
process.on('SIGTERM', () => process.exit(0))
