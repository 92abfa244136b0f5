import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import type { Problem } from '@paylink/core/kernel/problem'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { ENGINES } from '../support/engines.js'
import { refusalOf } from '../support/refusals.js'
import type { Received } from '../support/receiver.js'
import { tablesOf } from '../support/rows.js'
import { type EndpointOfTest, Hooks } from './hooks.js'
import { signaturesOf, standardAccepts, stripeAccepts } from './verifiers.js'

for (const engine of ENGINES) {
  describe(`the secret of an endpoint on ${engine}`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const rotate = async ({ id }: EndpointOfTest, overlapHours: number): Promise<string> => {
      const { account } = hooks.paylink
      const operator = actForAccount(OPERATOR, account.id)
      return (await hooks.container.get(RegisterEndpoint).rotateSecret(operator, id, overlapHours)).secret
    }

    async function next({ path }: EndpointOfTest): Promise<Received> {
      const count = hooks.receiver.at(path).length + 1
      await hooks.announce()
      return (await hooks.receiver.came(path, count)).at(-1) as Received
    }

    it('is 32 random bytes, shown at registration and nowhere kept in the clear (R143, I48)', async () => {
      const endpoints = [await hooks.register(), await hooks.register()]
      const secrets = [...endpoints.map(({ secret }) => secret), await rotate(endpoints[0]!, 24)]
      expect(new Set(secrets).size).to.equal(3)
      await hooks.announce()
      await Promise.all(endpoints.map(({ path }) => hooks.receiver.came(path, 1)))
      await Promise.all(endpoints.map((endpoint) => hooks.rested(endpoint)))
      const kept: string[] = [JSON.stringify(hooks.paylink.log.entries)]
      for (const table of await tablesOf(hooks.paylink)) {
        for (const row of await hooks.paylink.db(table).select()) {
          for (const value of Object.values(row as object)) {
            kept.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value))
          }
        }
      }
      if (engine === 'sqlite') {
        const path = hooks.paylink.settings.databaseUrl.slice('sqlite:'.length)
        kept.push(...[path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file, 'latin1')))
      }
      for (const secret of secrets) {
        expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
        const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
        for (const form of [secret.slice('whsec_'.length, -1), bytes.toString('hex'), bytes.toString('latin1')]) {
          expect(kept.some((text) => text.includes(form))).to.equal(false)
        }
      }
    })

    it('that is replaced signs along for as long as was chosen; then the new one signs alone', async () => {
      const endpoint = await hooks.register()
      expect(signaturesOf(await next(endpoint))).to.have.length(1)
      const fresh = await rotate(endpoint, 24)
      const both = await next(endpoint)
      expect(signaturesOf(both)).to.have.length(2)
      for (const secret of [endpoint.secret, fresh]) {
        expect([stripeAccepts(secret, both), standardAccepts(secret, both)]).to.deep.equal([true, true])
      }
      hooks.paylink.clock.advance(24 * HOUR_MS - MINUTE_MS)
      expect(signaturesOf(await next(endpoint))).to.have.length(2)
      hooks.paylink.clock.advance(2 * MINUTE_MS)
      const alone = await next(endpoint)
      expect(signaturesOf(alone)).to.have.length(1)
      expect([stripeAccepts(fresh, alone), stripeAccepts(endpoint.secret, alone)]).to.deep.equal([true, false])
    })

    it('is not replaced if the overlap is not a whole number of hours up to a day', async () => {
      const endpoint = await hooks.register()
      for (const hours of [-1, 25, 1.5, NaN]) {
        const refusal = (await refusalOf(rotate(endpoint, hours))) as Problem
        expect(
          refusal.errors?.map(({ path }) => path),
          String(hours),
        ).to.deep.equal(['overlapHours'])
      }
      expect(signaturesOf(await next(endpoint))).to.have.length(1)
    })

    it('is replaced at once when it was lost, and of three the oldest is dropped', async () => {
      const endpoint = await hooks.register()
      const fresh = await rotate(endpoint, 0)
      const alone = await next(endpoint)
      expect(signaturesOf(alone)).to.have.length(1)
      expect([stripeAccepts(fresh, alone), stripeAccepts(endpoint.secret, alone)]).to.deep.equal([true, false])
      const second = await rotate(endpoint, 1)
      const third = await rotate(endpoint, 1)
      const came = await next(endpoint)
      expect([third, second, fresh].map((secret) => stripeAccepts(secret, came))).to.deep.equal([true, true, false])
      const audited = hooks.paylink
        .db('audit_entries')
        .where({ target: endpoint.id })
        .orderBy('seq')
        .pluck<string[]>('action')
      expect(await audited).to.deep.equal([
        'webhook_endpoint.created',
        ...[1, 2, 3].map(() => 'webhook_endpoint.secret_rotated'),
      ])
    })
  })
}
