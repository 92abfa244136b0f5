import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VARIABLES } from '@paylink/config'
import { expect } from 'chai'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(ROOT + file, 'utf8')

interface Service {
  image: string
  command?: string[]
  profiles?: string[]
  depends_on?: Record<string, { condition: string }>
  environment?: Record<string, string | null>
  volumes?: string[]
  networks?: Record<string, { ipv4_address?: string }>
  ports?: string[]
  healthcheck?: object
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  cpus?: string | number
  pids_limit?: number
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { ipam: { config: { subnet: string; ip_range: string }[] } }>
}

/** With the default of each variable; a default may have a variable in it. */
const filled = (text: string | number | null | undefined): string => {
  const once = String(text).replace(/\$\{\w+:-([^{}]*)\}/g, '$1')
  return once === text ? once : filled(once)
}

/** Images that are built from this repository. */
const BUILT = ['paylink', 'paylink-cluster']

describe('docker-compose.yml, as a container that is exposed', () => {
  const { services, networks } = parse(read('docker-compose.yml'), { merge: true }) as Compose
  const all = Object.entries(services)

  it('gives no service a writable root, a capability it does not need, or new privileges', () => {
    for (const [name, { read_only, cap_drop, security_opt }] of all) {
      expect(read_only, name).to.equal(true)
      expect(cap_drop, name).to.deep.equal(['ALL'])
      expect(security_opt, name).to.deep.equal(['no-new-privileges:true'])
    }
    for (const name of ['paylink', 'paylink-2', 'mail', 'prometheus', 'grafana'])
      expect(services[name]?.cap_add, name).to.equal(undefined)
  })

  it('limits the memory, processors and processes of every service, on a machine with one processor too', () => {
    for (const [name, { mem_limit, cpus, pids_limit }] of all) {
      expect(filled(mem_limit), name).to.match(/^\d+[mg]$/)
      expect(Number(filled(cpus)), name).to.be.within(0.1, 1)
      expect(pids_limit, name).to.be.within(32, 1024)
    }
  })

  it('names a version and a digest of every image', () => {
    for (const [name, { image }] of all) {
      if (BUILT.includes(filled(image))) continue
      expect(image, name).to.match(/^[\w./-]+:v?\d+(\.\d+)*@sha256:[0-9a-f]{64}$/)
    }
    expect(read('docs/ha/Dockerfile')).to.include(`ARG BASE=${services['postgres']?.image}\n`)
  })

  it('writes each file with a password or token once: it is handed to another user, who alone can then change it', () => {
    const script = (services['password']?.command ?? []).join('').replaceAll('$$', '$')
    const folder = mkdtempSync(join(tmpdir(), 'paylink-password-'))
    try {
      // An owner's right is missing in the container after `chown`: `chmod` fails then, and so does `up`.
      const run = (): string => {
        const owned = `owned() { [ ! -e "$1.handed-over" ] || { echo "not permitted: $1" >&2; return 1; }; }
          chown() { owned "$2" && touch "$2.handed-over"; }
          chmod() { owned "$2" && command chmod "$@"; }
          mv() { command mv "$@"; [ ! -e "$1.handed-over" ] || command mv "$1.handed-over" "$2.handed-over"; }`
        const here = script.replaceAll('/run/', `${folder}/`)
        const env = { PATH: process.env['PATH'], POSTGRES_PASSWORD: '' }
        const { status, stderr } = spawnSync('bash', ['--norc', '-euc', `${owned}\n${here}`], { env, encoding: 'utf8' })
        expect(stderr).to.equal('')
        expect(status).to.equal(0)
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
          /\/[\w-]+$/.test(name),
        )
        expect(files).to.have.members(
          ['password', 'superuser', 'url', 'url-cluster']
            .map((name) => `database-password/${name}`)
            .concat('metrics-token/token'),
        )
        return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
      }
      mkdirSync(join(folder, 'database-password'))
      mkdirSync(join(folder, 'metrics-token'))
      const first = run()
      expect(run(), 'at the second `up`').to.equal(first)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('starts each service when those it needs are healthy, or have done their work', () => {
    for (const [name, { depends_on = {} }] of all) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const expected = needed === 'password' ? 'service_completed_successfully' : 'service_healthy'
        expect(condition, `${name} needs ${needed}`).to.equal(expected)
        const hasCheck = services[needed]?.healthcheck !== undefined || filled(services[needed]?.image) === 'paylink'
        if (expected === 'service_healthy') expect(hasCheck, needed).to.equal(true)
      }
    }
    expect(read('Dockerfile')).to.match(/^HEALTHCHECK /m)
  })

  it('hands the database password over in a file', () => {
    const passwords = all.filter(([, { environment = {} }]) => 'POSTGRES_PASSWORD' in environment)
    expect(passwords.map(([name]) => name)).to.deep.equal(['password'])
    expect(services['postgres']?.environment).to.have.property('POSTGRES_PASSWORD_FILE')
    for (const name of ['paylink', 'paylink-2'])
      expect(services[name]?.environment, name)
        .to.have.property('PAYLINK_DATABASE_URL_FILE')
        .that.includes('/run/database-password/')
  })

  it('gives the second server the settings of the first, but for its database of two hosts', () => {
    const [first, second] = [services['paylink'], services['paylink-2']]
    const ofHa = { PAYLINK_DATABASE_URL_FILE: '/run/database-password/url-cluster' }
    expect(second?.environment).to.deep.equal({ ...first?.environment, ...ofHa })
    expect(second?.volumes).to.have.members(first?.volumes ?? [])
  })

  it('passes every setting on that is not one of the image', () => {
    const passed = Object.keys(services['paylink']?.environment ?? {})
    const ofImage = ['PAYLINK_PORT', 'PAYLINK_HOST', 'PAYLINK_DATA_DIR', 'PAYLINK_DATABASE_URL']
    expect(passed).to.have.members(Object.keys(VARIABLES).filter((name) => !ofImage.includes(name)))
  })

  it('has a profile `tls`, whose Caddy PayLink trusts, and no other address', () => {
    const ofProfile = all.filter(([, { profiles = [] }]) => profiles.includes('tls')).map(([name]) => name)
    expect(ofProfile).to.deep.equal(['caddy'])
    const { caddy, paylink } = services
    const address = filled(caddy?.networks?.['front']?.ipv4_address)
    expect(filled(paylink?.environment?.['PAYLINK_TRUSTED_PROXIES'])).to.equal(address)
    expect(Object.keys(paylink?.networks ?? {})).to.have.members(['default', 'front'])
    // What Docker assigns by itself must not become the trusted address.
    const [{ subnet, ip_range } = { subnet: '', ip_range: '' }] = networks['front']?.ipam.config ?? []
    const contains = (range: string): boolean => {
      const list = new BlockList()
      const [network = '', prefix] = range.split('/')
      list.addSubnet(network, Number(prefix))
      return list.check(address)
    }
    expect([contains(filled(subnet)), contains(filled(ip_range))]).to.deep.equal([true, false])
    expect(Object.keys(caddy?.networks ?? {}), 'no way to the database').to.deep.equal(['front'])
    expect(caddy?.ports).to.have.members(['80:80', '443:443', '443:443/udp'])
    expect(caddy?.cap_add).to.deep.equal(['NET_BIND_SERVICE'])
    expect(caddy?.volumes).to.deep.equal(['./docs/tls/Caddyfile:/etc/caddy/Caddyfile:ro', 'certificates:/data'])
    const caddyfile = read('docs/tls/Caddyfile')
    for (const [, name = ''] of caddyfile.matchAll(/\{\$(\w+)\}/g)) expect(caddy?.environment).to.have.property(name)
    expect(caddyfile).to.include('reverse_proxy paylink:8080').and.include('respond /metrics 404')
  })

  it('is what docs/operate.md describes: every variable that it reads', () => {
    const [, section = ''] = /^## Container\n([^]*?)^## /m.exec(read('docs/operate.md')) ?? []
    const variables = [...read('docker-compose.yml').matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name)
    const elsewhere = [...Object.keys(VARIABLES), 'PAYLINK_PUBLISH_2', 'PAYLINK_CLUSTER_IMAGE']
    for (const name of new Set(variables)) if (!elsewhere.includes(name)) expect(section).to.include(`\`${name}\``)
  })
})

describe('test/container/run', () => {
  it('says that it was skipped, with 3, where no engine can be started', () => {
    // `bash` and `dirname`, and no docker or podman.
    const env = { PATH: `${ROOT}test/container` }
    const expected = {
      run: 'no container engine can be started here',
      'with-engine': 'no engine answers, and only root on Debian can start one',
    }
    for (const [name, reason] of Object.entries(expected)) {
      const script = `dirname() { echo "$\{1%/*}"; }; source ${ROOT}test/container/${name}`
      const { status, stderr } = spawnSync('/bin/bash', ['--norc', '-c', script], { env, encoding: 'utf8' })
      expect(stderr).to.equal(`test/container/${name}: ${reason}: skipped (exit 3)\n`)
      expect(status).to.equal(3)
    }
  })

  it('fails in CI as it does by itself, with an engine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-engine-'))
    try {
      writeFileSync(join(folder, 'docker'), '#!/bin/sh\n', { mode: 0o755 })
      const env = { PATH: `${folder}:${process.env['PATH']}` }
      for (const status of [0, 1, 3]) {
        const command = [`${ROOT}test/container/with-engine`, 'sh', '-c', `exit ${status}`]
        expect(spawnSync('bash', ['--norc', ...command], { env }).status).to.equal(status)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is valid bash, and CI goes on without an engine', () => {
    for (const file of ['run', 'with-engine', 'base-images', 'postgres-entrypoint']
      .map((name) => `test/container/${name}`)
      .concat('.ci/run'))
      expect(spawnSync('bash', ['-n', ROOT + file]).status, file).to.equal(0)
    expect(read('.ci/run')).to.include('test/container/with-engine test/container/run || container=$?')
  })
})
