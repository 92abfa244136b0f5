import Database from 'better-sqlite3'
import pg from 'pg'
import type { Bench } from './bench.js'
import { EVENT_BODY } from './bench-deliveries.js'
import type { Child } from './children.js'
import { nowMs } from './machine-clock.js'

/** Posts to the addresses in turn, so many at a time. */
export interface Judge {
  send(urls: string[], count: number): Promise<void>
  close(): Promise<void>
}

/** On SQLite there is no graphile-worker: the least that takes, posts and ends durably is the judge there. */
export const judgeOf = (bench: Bench, concurrency: number): Promise<Judge> =>
  bench.engine === 'postgres' ? Graphile.start(bench, concurrency) : BareQueue.start(bench, concurrency)

const DATABASE_OF_JOBS = 'graphile_worker._private_jobs'

/** graphile-worker alone, in a process of its own, on a database of its own. */
export class Graphile implements Judge {
  private noted: (atMs: number) => void = () => undefined

  private constructor(
    private readonly client: pg.Client,
    private readonly child: Child,
  ) {
    child.hear((said) => this.noted((said as { atMs: number }).atMs))
  }

  static async start({ databases, children }: Bench, concurrency: number): Promise<Graphile> {
    const url = await databases.create('postgres', databases.folder())
    const child = children.start('graphile.js', [url, String(concurrency)], {})
    await child.prints(/ready/)
    const client = new pg.Client(url)
    await client.connect()
    return new Graphile(client, child)
  }

  async send(urls: string[], count: number): Promise<void> {
    await this.client.query(`vacuum analyze ${DATABASE_OF_JOBS}`)
    await this.client.query('checkpoint')
    await this.client.query(
      `select graphile_worker.add_job('post', json_build_object('url', ($1::text[])[1 + n % $2::int], 'body', $3::text))
       from generate_series(0, $4::int - 1) n`,
      [urls, urls.length, EVENT_BODY, count],
    )
  }

  /** Milliseconds from the commit of a job to its start. */
  async note(): Promise<number> {
    const begun = new Promise<number>((resolve) => (this.noted = resolve))
    await this.client.query(`select graphile_worker.add_job('note', '{"id":"note"}')`)
    const addedMs = nowMs()
    return (await begun) - addedMs
  }

  async close(): Promise<void> {
    await this.client.end()
    await this.child.stop()
  }
}

class BareQueue implements Judge {
  private constructor(
    private readonly path: string,
    private readonly child: Child,
  ) {}

  static async start({ databases, children }: Bench, concurrency: number): Promise<BareQueue> {
    const path = `${databases.folder()}-queue.db`
    const database = new Database(path)
    database.exec('create table queue (id integer primary key, url text, body text, taken integer default 0)')
    database.exec('create index queue_waiting on queue (id) where taken = 0')
    database.close()
    const child = children.start('bare-queue.js', [path, String(concurrency)], {})
    await child.prints(/ready/)
    return new BareQueue(path, child)
  }

  send(urls: string[], count: number): Promise<void> {
    const database = new Database(this.path)
    database.pragma('synchronous = OFF')
    const insert = database.prepare('insert into queue (url, body) values (?, ?)')
    database.transaction(() => {
      for (let n = 0; n < count; n++) insert.run(urls[n % urls.length], EVENT_BODY)
    })()
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    this.child.tell({ work: count })
    return Promise.resolve()
  }

  async close(): Promise<void> {
    await this.child.stop()
  }
}
