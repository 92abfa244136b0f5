import { OwnSettings, ToldSettings } from '@paylink/core/plugin-host/own-settings'
import { ProviderAuthError } from '@paylink/plugin-api'
import { expect } from 'chai'

const KEY = 'acme/"clave+ñ"'
const settings = new OwnSettings({ apiKey: KEY, pin: 'abc', apiBase: 'https://api.acme.example', retries: 3 })

describe('the settings of a plugin, in what it says (I48)', () => {
  for (const [form, text, kept] of [
    ['as it is', `invalid ${KEY}.`, 'invalid [apiKey].'],
    ['in JSON', JSON.stringify({ sent: KEY }), '{"sent":"[apiKey]"}'],
    ['in JSON of JSON', JSON.stringify(JSON.stringify({ sent: KEY })), JSON.stringify('{"sent":"[apiKey]"}')],
    ['in an address', `GET /?k=${encodeURIComponent(KEY)}`, 'GET /?k=[apiKey]'],
    ['in a login', `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`, /^Basic \[apiKey\]/],
  ] as const) {
    it(`are replaced by their names ${form}`, () => {
      const hidden = settings.hide(text)
      if (typeof kept === 'string') expect(hidden).to.equal(kept)
      else expect(hidden).to.match(kept)
    })
  }

  it('stay if they are short or addresses', () => {
    const text = 'abc at https://api.acme.example, 3 times'
    expect(settings.hide(text)).to.equal(text)
  })

  it('are found in an error, its causes and its fields, whose class stays; the error itself is not changed', () => {
    const cause = Object.freeze(new Error(`sent ${KEY}`))
    const error = Object.assign(new ProviderAuthError(`no ${KEY}`, { providerCode: KEY, cause }), { list: [{ KEY }] })
    const hidden = settings.hideIn(error)
    expect(hidden).to.be.instanceOf(ProviderAuthError)
    expect(hidden.info.providerCode).to.equal('[apiKey]')
    expect([hidden.message, (hidden.cause as Error).message]).to.deep.equal(['no [apiKey]', 'sent [apiKey]'])
    expect(hidden.list).to.deep.equal([{ KEY: '[apiKey]' }])
    expect(`${hidden.stack}${(hidden.cause as Error).stack}`).to.not.include(KEY)
    expect(error.message).to.include(KEY)
  })

  it('are not looked for in bytes, and a value without them is the very same', () => {
    const circle: Record<string, unknown> = { bytes: Buffer.from(KEY), text: 'fine' }
    circle['self'] = circle
    expect(settings.hideIn(circle)).to.equal(circle)
  })

  it('are found in data that refers to itself', () => {
    const circle: Record<string, any> = { secret: KEY, kept: ['fine'] }
    circle['self'] = circle
    const error: Record<string, any> = Object.assign(new Error(`no ${KEY}`), { response: {} })
    error['response'].error = error
    const hidden = settings.hideIn(circle)
    expect([hidden['secret'], hidden['self']['secret'], hidden['kept']]).to.deep.equal([
      '[apiKey]',
      '[apiKey]',
      ['fine'],
    ])
    expect(settings.hideIn(error)['response'].error.message).to.equal('no [apiKey]')
  })

  it('are replaced whole where one is the beginning of another', () => {
    const both = { user: 'paylink', password: 'paylink-4Gh7q' }
    const told = new ToldSettings()
    told.add({ connectionId: 'conn_1', config: { user: both.user } })
    told.add({ connectionId: 'conn_2', config: { password: both.password } })
    for (const hidden of [new OwnSettings(both), told].map((one) => one.hide(`login ${both.password} ${both.user}`)))
      expect(hidden).to.equal('login [password] [user]')
  })

  it('are replaced in a message that is no text', () => {
    expect(settings.hide(new Error(KEY))).to.equal('Error: [apiKey]')
  })

  it('are remembered for the connections that a process was called for last', () => {
    const told = new ToldSettings()
    const config = (at: number) => ({ apiKey: `key-of-${at}.` })
    for (let at = 0; at <= 50; at++) told.add({ connectionId: `conn_${at}`, config: config(at) })
    told.add({})
    expect(told.hide('key-of-50. key-of-1.')).to.equal('[apiKey] [apiKey]')
    expect(told.hide('key-of-0.')).to.equal('key-of-0.')
  })
})
