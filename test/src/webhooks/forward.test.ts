import { ForwardEvents } from '@paylink/core/webhooks/forward-events'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { verifies } from '../support/receiver.js'
import { Hooks } from './hooks.js'

const PATH = '/dev'

for (const engine of ENGINES) {
  describe(`forwarding events on ${engine} (R257)`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    it('begins with the next that is committed, although the transaction began before', async () => {
      const { clock, account } = hooks.paylink
      clock.stop()
      await hooks.announce()
      const end = new AbortController()
      let secret = ''
      let listens = (): void => undefined
      const listening = new Promise<void>((resolve) => (listens = resolve))
      const running = hooks.container
        .get(ForwardEvents)
        .run({ accountId: account.id, livemode: false }, { url: hooks.receiver.url(PATH), events: null }, end.signal, {
          listening: (signingSecret) => {
            secret = signingSecret
            listens()
          },
          forwarded: () => end.abort(),
        })
      await listening
      clock.advance(-SECOND_MS)
      const [id] = await hooks.announce()
      await running
      const forwarded = hooks.receiver.at(PATH)
      expect(forwarded.map(({ event }) => event.id)).to.deep.equal([id])
      expect(verifies(secret, forwarded[0]!)).to.equal(true)
    })
  })
}
