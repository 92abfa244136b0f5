import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { childrenOf } from '../support/child-processes.js'
import { freePort } from '../support/free-port.js'
import { listens } from '../support/listens.js'
import { UNPRIVILEGED } from '../support/unprivileged.js'
import { PATH, Program, until } from './programs.js'

const SCOPE = 'paylink'
export const LOGIN = { user: 'paylink', password: 'paylink' }
const NAMES = ['one', 'two', 'three'] as const

interface Member {
  name: string
  port: number
  rest: number
  data: string
  patroni: Program
}

/** Three Postgres servers under Patroni with a synchronous standby, and etcd. */
export class PatroniCluster {
  private constructor(
    private readonly folder: string,
    private readonly etcd: Program,
    readonly members: readonly Member[],
  ) {}

  static async start(folder: string): Promise<PatroniCluster> {
    const [client, peer] = [await freePort(), await freePort()]
    const address = `http://127.0.0.1:${client}`
    const etcd = new Program(
      'etcd',
      [
        ...[
          '--enable-v2=true',
          '--data-dir',
          join(folder, 'etcd'),
          '--listen-client-urls',
          address,
          '--advertise-client-urls',
          address,
        ],
        ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
      ],
      join(folder, 'etcd.log'),
    )
    etcd.start()
    await until(() => listens(client), 'etcd')
    const members: Member[] = []
    for (const name of NAMES) {
      const [port, rest, data] = [await freePort(), await freePort(), join(folder, name)]
      const file = join(folder, `${name}.yml`)
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(patroniSettings({ name, port, rest, data, folder, etcd: client })))
      members.push({ name, port, rest, data, patroni: new Program('patroni', [file], join(folder, `${name}.log`)) })
    }
    const cluster = new PatroniCluster(folder, etcd, members)
    process.once('exit', () => members.forEach((member) => cluster.killPostgres(member)))
    for (const member of members) {
      member.patroni.start()
      await until(() => answers(member, member === members[0] ? 'primary' : 'replica'), member.name, 120_000)
    }
    await cluster.settled()
    return cluster
  }

  /** With a primary, and every other a standby of it, one of them synchronous. */
  async settled(): Promise<void> {
    await until(
      async () => {
        const states = await Promise.all(this.members.map(stateOf))
        return ['primary', 'sync', 'replica'].every((state) => states.includes(state))
      },
      'a cluster with a primary and two standbys',
      180_000,
    )
  }

  async primary(): Promise<Member> {
    for (const member of this.members) if (await answers(member, 'primary')) return member
    throw new Error('there is no primary')
  }

  async synchronous(): Promise<Member> {
    for (const member of this.members) if (await answers(member, 'sync')) return member
    throw new Error('there is no synchronous standby')
  }

  /** Its Postgres, not Patroni. */
  killPostgres(member: Member): void {
    // A backend may have ended since.
    for (const pid of postgresOf(member)) signalIfThere(pid, 'SIGKILL')
  }

  /** The whole server, as when its machine is gone. */
  async killMember(member: Member): Promise<void> {
    member.patroni.signal('SIGKILL')
    this.killPostgres(member)
  }

  freeze(member: Member, withPatroni: boolean): () => void {
    const pids = postgresOf(member)
    if (withPatroni) member.patroni.signal('SIGSTOP')
    for (const pid of pids) signalIfThere(pid, 'SIGSTOP')
    return () => {
      if (withPatroni) member.patroni.signal('SIGCONT')
      for (const pid of pids) signalIfThere(pid, 'SIGCONT')
    }
  }

  /** The backends of the application on this server. */
  async backends(member: Member): Promise<number[]> {
    const rows = await ask(member.port, "select pid from pg_stat_activity where application_name = 'paylink'")
    return rows.map(({ pid }) => pid as number)
  }

  async switchOver(from: Member, to: Member): Promise<void> {
    const args = ['-c', join(this.folder, `${from.name}.yml`), 'switchover', SCOPE, '--force']
    const names = ['--master', from.name, '--candidate', to.name]
    const env = { PATH, LC_ALL: 'C.UTF-8' }
    // Another failure rejects.
    const { stdout } = await promisify(execFile)('patronictl', [...args, ...names], { ...UNPRIVILEGED, env })
    if (!stdout.includes('Successfully switched over')) throw new Error(`no switchover: ${stdout}`)
  }

  /** A commit there would succeed now. */
  async takesWrites({ port }: Member): Promise<boolean> {
    try {
      await ask(port, 'insert into promotions values (now())')
      return true
    } catch {
      return false
    }
  }

  async stop(): Promise<void> {
    for (const { patroni } of this.members) patroni.signal('SIGCONT')
    await Promise.all(this.members.map(({ patroni }) => patroni.end('SIGTERM')))
    for (const member of this.members) this.killPostgres(member)
    await this.etcd.end('SIGTERM')
  }
}

export async function ask(port: number, sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    ...LOGIN,
    database,
    connectionTimeoutMillis: 500,
    query_timeout: 1000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    void client.end().catch(() => undefined)
  }
}

const answers = ({ rest }: Member, role: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

async function stateOf(member: Member): Promise<string> {
  if (await answers(member, 'primary')) return 'primary'
  if (await answers(member, 'sync')) return 'sync'
  return (await answers(member, 'replica')) ? 'replica' : 'none'
}

/** The postmaster and its children. */
function postgresOf({ data }: Member): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return signalIfThere(pid, 0) ? [pid, ...childrenOf(pid)] : []
  } catch {
    return []
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

interface MemberSettings {
  name: string
  port: number
  rest: number
  data: string
  folder: string
  etcd: number
}

function patroniSettings({ name, port, rest, data, folder, etcd }: MemberSettings): object {
  const sockets = join(folder, `${name}-sockets`)
  mkdirSync(sockets)
  if (UNPRIVILEGED.uid !== undefined) spawnSync('chown', [String(UNPRIVILEGED.uid), sockets, folder])
  return {
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            wal_log_hints: 'on',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      users: { [LOGIN.user]: { password: LOGIN.password, options: ['superuser'] } },
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'local all all trust',
      ],
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      // Shared memory in the data folder: what is killed leaves none behind elsewhere.
      parameters: { unix_socket_directories: sockets, dynamic_shared_memory_type: 'mmap' },
    },
  }
}
