import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PluginStates } from '@paylink/core/plugin-host/plugin-states.repository'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { dataDirWith } from '../support/third-party.js'

/** Attempts everything while loading, and then fails with the list of what succeeded. */
const MAIN = `
import { execFileSync } from 'node:child_process'
import { register } from 'node:module'
import { appendFileSync, readFileSync } from 'node:fs'
import process, { kill } from 'node:process'
import { Worker } from 'node:worker_threads'
import '@paylink/plugin-api'

const secret = new URL('../../secret.key', import.meta.url)
const attempts = {
  environment: () => readFileSync('/proc/' + process.ppid + '/environ'),
  memory: () => readFileSync('/proc/' + process.ppid + '/maps'),
  secret: () => readFileSync(secret),
  write: () => appendFileSync(secret, 'x'),
  process: () => execFileSync('/bin/sh', ['-c', 'true']),
  thread: () => new Worker('0', { eval: true, execArgv: [] }),
  hooks: () => register('data:text/javascript,0'),
  binding: () => process.binding('fs'),
  native: () => process.dlopen({ exports: {} }, '/nowhere.node'),
  debugger: () => kill(process.ppid, 0),
  debuggerToo: () => process._debugProcess(process.ppid),
  own: () => readFileSync(new URL('package.json', import.meta.url)),
}
const outcomes = Object.entries(attempts).map(([name, attempt]) => {
  try {
    attempt()
    return name
  } catch {
    return null
  }
})
throw new Error('succeeded: ' + outcomes.filter(Boolean).join(' ') + ';')
`

describe('a hostile plugin', () => {
  const dataDir = dataDirWith([{ id: 'acme', main: MAIN }])
  let paylink: TestAppliance
  before(async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'secret')
    paylink = await TestAppliance.start('sqlite', { dataDir })
  })
  after(async () => {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('can read its own package, but not our environment, memory, secrets or database', async () => {
    const listed = paylink.container.get(Plugins).list(await paylink.container.get(PluginStates).disabled())
    expect(listed.find(({ id }) => id === 'acme')?.reason).to.include('succeeded: own;')
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).to.equal('secret')
  })
})
