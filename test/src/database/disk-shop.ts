import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from '@paylink/core/database/engine'
import { type Answer, type Environment, runBesideOthers } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { nameOf, testPostgres } from '../support/postgres.js'
import { quickFolder } from '../support/quick-folder.js'
import { SmallDisk } from '../support/small-disk.js'

export const CUSTOMER = 'ana@example.com'
const LINKS = 3

/** One database on the small disk, with what lies beside it. */
export interface DiskPlace {
  disk: SmallDisk
  /** On the small disk: the data directory and, of SQLite, the database. */
  env: Environment
  /** The same shop where there is room. */
  roomy: Environment
  /** On the small disk as well, and without tables. */
  empty: string
  /** The disk refuses writes; of Postgres the server does. */
  refuseWrites(): Promise<void>
  allowWrites(): Promise<void>
  end(): Promise<void>
}

/** A shop that is put on a small disk again and again, each time as it was. Files have room in `folder`. */
export class DiskShop {
  readonly folder = quickFolder('disk-shop')
  private template = ''
  private count = 0

  private constructor(readonly engine: Engine) {}

  static async open(engine: Engine): Promise<DiskShop> {
    const shop = new DiskShop(engine)
    if (engine === 'postgres') shop.template = await testPostgres.createDatabase()
    const run = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await runBesideOthers(args, shop.env)
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    }
    await run('migrate', 'up')
    await run('accounts', 'create', '--name', 'Panadería')
    await run('connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox')
    const link = ['links', 'create', '--mode', 'test', '--item', 'Pan:1:10000']
    for (let count = 0; count < LINKS; count++) await run(...link, '--title', `Pan dulce ${count}`)
    const view = new DatabaseView(shop.env['PAYLINK_DATABASE_URL'] ?? '')
    const letGo = await view.change([`update payment_links set customer_email = '${CUSTOMER}', customer_name = 'Ana'`])
    letGo()
    await view.close()
    return shop
  }

  /** Of the shop where it has room. */
  get env(): Environment {
    return this.envOf(join(this.folder, 'shop'), this.template)
  }

  run(args: readonly string[], env: Environment = this.env): Promise<Answer> {
    return runBesideOthers(args, env)
  }

  async place(): Promise<DiskPlace> {
    const disk = SmallDisk.mount()
    const dataDir = join(disk.folder, 'data')
    cpSync(join(this.folder, 'shop'), dataDir, { recursive: true })
    const roomyDir = this.fresh('data')
    cpSync(join(this.folder, 'shop'), roomyDir, { recursive: true })
    if (this.engine === 'sqlite') {
      const empty = `sqlite:${join(disk.folder, 'empty.db')}`
      const end = (): Promise<void> => Promise.resolve(disk.remove())
      const refuseWrites = (): Promise<void> => Promise.resolve(disk.refuseWrites())
      const allowWrites = (): Promise<void> => Promise.resolve(disk.allowWrites())
      const [env, roomy] = [this.envOf(dataDir, ''), this.envOf(roomyDir, '')]
      return { disk, env, roomy, empty, refuseWrites, allowWrites, end }
    }
    const tables = join(disk.folder, 'tables')
    mkdirSync(tables)
    const owner = Number(execFileSync('id', ['-u', 'postgres']))
    chownSync(tables, owner, owner)
    // Postgres keeps its log elsewhere, where there is room.
    const small = `small_${process.pid}_${++this.count}`
    await testPostgres.run(`create tablespace ${small} location '${tables}'`)
    const [source, other, empty] = [
      await testPostgres.createDatabase(nameOf(this.template)),
      await testPostgres.createDatabase(nameOf(this.template)),
      await testPostgres.createDatabase(),
    ]
    for (const url of [source, empty]) await testPostgres.run(`alter database ${nameOf(url)} set tablespace ${small}`)
    const end = async (): Promise<void> => {
      disk.makeRoom()
      for (const url of [source, other, empty]) await testPostgres.dropDatabase(url)
      await testPostgres.run(`drop tablespace ${small}`)
      disk.remove()
    }
    const set = async (value: string): Promise<void> => {
      for (const url of [source, empty])
        await testPostgres.run(`alter database ${nameOf(url)} set default_transaction_read_only = ${value}`)
    }
    const [env, roomy] = [this.envOf(dataDir, source), this.envOf(roomyDir, other)]
    return { disk, env, roomy, empty, refuseWrites: () => set('on'), allowWrites: () => set('off'), end }
  }

  /** A path where files have room, and there is none yet. */
  fresh(name: string): string {
    const path = join(this.folder, 'fresh', String(++this.count), name)
    mkdirSync(dirname(path), { recursive: true })
    return path
  }

  async close(): Promise<void> {
    if (this.engine === 'postgres') await testPostgres.dropDatabase(this.template)
    rmSync(this.folder, { recursive: true, force: true })
  }

  private envOf(dataDir: string, databaseUrl: string): Environment {
    return {
      PAYLINK_DATA_DIR: dataDir,
      PAYLINK_DATABASE_URL: databaseUrl === '' ? `sqlite:${join(dataDir, 'paylink.db')}` : databaseUrl,
    }
  }
}

/** All files below a folder, without those that SQLite keeps beside an open database, and those of Postgres. */
export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/-(wal|shm)$|^\d|^PG_|^pg_/.test(entry.name))
        .map(({ name }) => name)
        .sort()
    : []
