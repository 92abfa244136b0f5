import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, SettingsError } from '@paylink/config'
import { expect } from 'chai'

describe('the token of /metrics', () => {
  let dataDir: string
  let file: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'paylink-settings-'))
    file = join(dataDir, 'token')
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const read = (env: Record<string, string>) => readSettings({ PAYLINK_DATA_DIR: dataDir, ...env })
  const faultOf = (env: Record<string, string>): string => {
    try {
      read(env)
    } catch (error) {
      if (error instanceof SettingsError) return error.faults.join()
      throw error
    }
    return ''
  }

  it('can be read from a file', () => {
    writeFileSync(file, 'a-token-from-a-file\n')
    expect(read({ PAYLINK_METRICS_TOKEN_FILE: file }).metricsToken).to.equal('a-token-from-a-file')
    expect(read({}).metricsToken).to.equal(null)
  })

  it('is not quoted when it is too short', () => {
    writeFileSync(file, 'hunter2')
    const fault = faultOf({ PAYLINK_METRICS_TOKEN_FILE: file })
    expect(fault).to.equal('PAYLINK_METRICS_TOKEN_FILE: expected at least 16 characters')
    expect(faultOf({ PAYLINK_METRICS_TOKEN: 'hunter2' })).to.not.include('hunter2')
  })

  it('is needed for a port of its own', () => {
    expect(faultOf({ PAYLINK_METRICS_PORT: '9464' })).to.include('PAYLINK_METRICS_PORT')
    const { metricsPort } = read({ PAYLINK_METRICS_PORT: '9464', PAYLINK_METRICS_TOKEN: 'a-token-of-16-or-more' })
    expect(metricsPort).to.equal(9464)
  })

  it('opens no port that another part of the process has', () => {
    const token = { PAYLINK_METRICS_TOKEN: 'a-token-of-16-or-more' }
    for (const [env, fault] of [
      [{ PAYLINK_METRICS_PORT: '8080' }, 'PAYLINK_METRICS_PORT: 8080 is the port of PAYLINK_PORT, choose another'],
      [{ PAYLINK_HEALTH_PORT: '8080' }, 'PAYLINK_HEALTH_PORT: 8080 is the port of PAYLINK_PORT, choose another'],
      [
        { PAYLINK_METRICS_PORT: '9464', PAYLINK_HEALTH_PORT: '9464' },
        'PAYLINK_HEALTH_PORT: 9464 is the port of PAYLINK_METRICS_PORT, choose another',
      ],
    ] as const)
      expect(faultOf({ PAYLINK_PORT: '8080', ...token, ...env })).to.equal(fault)
  })
})
