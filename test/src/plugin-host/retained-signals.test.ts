import { CallTransport } from '@paylink/core/plugin-host/call-transport'
import type { InstalledTransport } from '@paylink/core/plugin-host/installed-plugin'
import { OwnSettings } from '@paylink/core/plugin-host/own-settings'
import type { EmailContext, OutgoingMail } from '@paylink/plugin-api'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { collectGarbage } from '../support/collect-garbage.js'

describe('the signal of a call to an email plugin', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, { http: false, jobs: false })))
  after(() => paylink.stop())

  const seen: { signal: WeakRef<AbortSignal>; wasAborted: boolean }[] = []
  const to = {
    plugin: { id: 'email_smtp' },
    settings: new OwnSettings({}),
    transport: {
      send: (_mail: OutgoingMail, { signal }: EmailContext) => {
        seen.push({ signal: new WeakRef(signal), wasAborted: signal.aborted })
        return Promise.resolve({ answer: '250 queued' })
      },
    },
  } as unknown as InstalledTransport
  const send = (giveUp: AbortSignal) => paylink.container.get(CallTransport).send(to, {} as OutgoingMail, giveUp)

  it('is not retained by that of the process', async () => {
    const process = new AbortController()
    for (let mail = 0; mail < 20; mail++) expect((await send(process.signal)).outcome).to.equal('accepted')
    const retained = async (): Promise<number> => {
      collectGarbage()
      return seen.filter(({ signal }) => signal.deref() !== undefined).length
    }
    await eventually(retained, (count) => count === 0)
  })

  it('is aborted with that of the process', async () => {
    const process = new AbortController()
    process.abort()
    await send(process.signal)
    expect(seen.at(-1)?.wasAborted).to.equal(true)
  })
})
