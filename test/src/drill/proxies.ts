import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.js'
import { LOGIN, type PatroniCluster } from './patroni.js'
import { listens } from '../support/listens.js'
import { UNPRIVILEGED } from '../support/unprivileged.js'
import { Program, until } from './programs.js'

/** HAProxy before the cluster, and PgBouncer before HAProxy. */
export class DatabaseEntrance {
  private constructor(
    readonly direct: string,
    readonly pooled: string,
    private readonly programs: readonly Program[],
  ) {}

  static async before(cluster: PatroniCluster, folder: string): Promise<DatabaseEntrance> {
    const [toPrimary, toPooler] = [await freePort(), await freePort()]
    const haproxy = await start(
      'haproxy',
      folder,
      toPrimary,
      ['-f'],
      [
        'global',
        '  maxconn 1000',
        'defaults',
        '  mode tcp',
        '  timeout connect 2s',
        '  timeout client 30m',
        '  timeout server 30m',
        '  timeout check 1s',
        'listen primary',
        `  bind 127.0.0.1:${toPrimary}`,
        '  option httpchk GET /primary',
        '  http-check expect status 200',
        '  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
        ...cluster.members.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`),
      ],
    )
    const users = join(folder, 'users')
    writeFileSync(users, `"${LOGIN.user}" "${LOGIN.password}"\n`)
    const pgbouncer = await start(
      'pgbouncer',
      folder,
      toPooler,
      [],
      [
        '[databases]',
        `* = host=127.0.0.1 port=${toPrimary}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${toPooler}`,
        'unix_socket_dir =',
        'auth_type = scram-sha-256',
        `auth_file = ${users}`,
        'pool_mode = transaction',
        'default_pool_size = 8',
        'max_client_conn = 200',
        'server_login_retry = 1',
        'server_connect_timeout = 2',
      ],
    )
    const url = (port: number): string => `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}/paylink`
    return new DatabaseEntrance(url(toPrimary), url(toPooler), [haproxy, pgbouncer])
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end('SIGKILL')))
  }
}

/** HAProxy before `serve`, as docs/operate.md has it. */
export async function startBalancer(folder: string, port: number, origins: readonly string[]): Promise<Program> {
  const servers = (check: string, last = ''): string[] =>
    origins.map(
      (origin, at) => `  server ${check}${at} ${new URL(origin).host.replace('localhost', '127.0.0.1')} check${last}`,
    )
  return start(
    'balancer',
    folder,
    port,
    ['-f'],
    [
      'global',
      '  maxconn 1000',
      'defaults',
      '  mode http',
      '  timeout connect 2s',
      '  timeout client 75s',
      '  timeout server 75s',
      '  timeout check 3s',
      '  retries 3',
      '  option redispatch',
      '  retry-on conn-failure empty-response',
      '  http-error status 503 content-type text/plain string "Unavailable. Come back in a few seconds." hdr Retry-After 5',
      'frontend public',
      `  bind 127.0.0.1:${port}`,
      '  use_backend unready if { nbsrv(paylink) eq 0 }',
      '  default_backend paylink',
      'backend paylink',
      '  option httpchk GET /readyz',
      '  default-server inter 1s fall 2 rise 1',
      ...servers('ready'),
      'backend unready',
      '  option httpchk GET /healthz',
      '  default-server inter 1s fall 2 rise 1',
      ...servers('alive'),
    ],
    'haproxy',
  )
}

async function start(
  name: string,
  folder: string,
  port: number,
  flags: readonly string[],
  lines: readonly string[],
  command = name,
): Promise<Program> {
  const file = join(folder, `${name}.cfg`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  if (UNPRIVILEGED.uid !== undefined) spawnSync('chown', ['-R', String(UNPRIVILEGED.uid), file, join(folder, 'users')])
  const program = new Program(command, [...flags, file], join(folder, `${name}.log`))
  program.start()
  await until(() => listens(port), name)
  return program
}
