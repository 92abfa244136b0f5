import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings } from '@paylink/config'
import { expect } from 'chai'

describe('the setting of trusted proxies', () => {
  let dataDir: string
  before(() => (dataDir = mkdtempSync(join(tmpdir(), 'paylink-settings-'))))
  after(() => rmSync(dataDir, { recursive: true }))

  const read = (proxies?: string): Settings =>
    readSettings({ PAYLINK_DATA_DIR: dataDir, ...(proxies === undefined ? {} : { PAYLINK_TRUSTED_PROXIES: proxies }) })

  it('is empty by default', () => {
    expect(read().trustedProxies).to.deep.equal([])
    expect(read('').trustedProxies).to.deep.equal([])
  })

  it('takes addresses and CIDR ranges', () => {
    const proxies = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '2001:db8::7/128']
    expect(read(proxies.join(', ')).trustedProxies).to.deep.equal(proxies)
  })

  for (const wrong of [
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0/8',
    '10.0.0.1/',
    'loopback',
    'fe80::1%eth0',
  ]) {
    it(`refuses ${wrong}, by name`, () => {
      expect(() => read(`127.0.0.1,${wrong}`)).to.throw(
        `PAYLINK_TRUSTED_PROXIES: expected addresses or CIDR ranges like 10.0.0.5 or 10.0.0.0/8, not ${wrong}`,
      )
    })
  }
})
