import { expect } from 'chai'
import type { Knex } from 'knex'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { DeliveryLog } from '@paylink/core/webhooks/delivery-log.repository'
import { ReadDeliveries } from '@paylink/core/webhooks/read-deliveries'
import { ENGINES } from '../support/engines.js'
import { type EndpointOfTest, Hooks } from './hooks.js'

const MANY = 20_000
/** A page, and one row to know whether there are more. */
const PAGE = 16

interface Query {
  sql: string
  bindings: Knex.RawBinding[]
}

for (const engine of ENGINES) {
  describe(`reading the deliveries of an endpoint that has many, on ${engine}`, () => {
    let hooks: Hooks
    let endpoint: EndpointOfTest
    before(async () => {
      hooks = await Hooks.start(engine, {}, { http: true, jobs: false })
      endpoint = await hooks.register()
      await hooks.announce()
      await multiply()
    })
    after(() => hooks.stop())

    /** Copies of the only delivery, a second apart; every other one waits. */
    async function multiply(): Promise<void> {
      const { writer } = hooks.paylink
      const [numbers, created] =
        engine === 'postgres'
          ? [`select n from generate_series(1, ${MANY}) as series (n)`, `created_at - n * interval '1 second'`]
          : [
              `with recursive series (n) as (select 1 union all select n + 1 from series where n < ${MANY}) select n from series`,
              `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || n || ' seconds')`,
            ]
      await writer.raw(
        `insert into webhook_deliveries
           (id, account_id, livemode, event_id, endpoint_id, status, attempts, next_attempt_at, created_at)
         select 'whd_copy' || n, account_id, livemode, event_id, endpoint_id,
           case when n % 2 = 0 then 'scheduled' else 'stopped' end, 1,
           case when n % 2 = 0 then next_attempt_at end, ${created}
         from webhook_deliveries, (${numbers}) as numbers where endpoint_id = ?`,
        [endpoint.id],
      )
      await writer.raw('analyze')
    }

    const operator = () => actForAccount(OPERATOR, hooks.paylink.account.id)

    async function planOf(work: () => Promise<unknown>): Promise<string> {
      const { db } = hooks.paylink
      const sent: Query[] = []
      const note = (query: Query): void => void sent.push(query)
      db.on('query', note)
      await work()
      db.removeListener('query', note)
      const query = sent.find(({ sql }) => sql.includes('webhook_deliveries'))
      if (!query) throw new Error('no deliveries were read')
      const before = engine === 'postgres' ? 'explain ' : 'explain query plan '
      const sql = query.sql.replace(/\$\d+/g, '?')
      return JSON.stringify(await db.raw(before + sql, query.bindings))
    }

    it('walks through the index in both directions, without sorting', async () => {
      const log = hooks.container.get(DeliveryLog)
      const { rows } = await log.walk(endpoint.id, { direction: 'older', from: undefined }, PAGE)
      const from = rows.at(-1)
      for (const direction of ['older', 'newer'] as const) {
        const plan = await planOf(() => log.walk(endpoint.id, { direction, from }, PAGE))
        expect(plan).to.match(/webhook_deliveries_endpoint_id_created_at_id/)
        expect(plan).not.to.match(/Seq Scan on webhook_deliveries|SCAN d\b|TEMP B-TREE FOR ORDER BY/)
      }
    })

    it('counts what waits up to a bound, through the index of due rows', async () => {
      const plan = await planOf(() => hooks.container.get(DeliveryLog).dueTimes(endpoint.id, 1001))
      expect(plan).to.match(/webhook_deliveries_due/)
      const waiting = await hooks.container.get(ReadDeliveries).waiting(operator(), endpoint.id)
      expect(waiting).to.include({ count: 1000, isMore: true })
    })

    it('looks at a bounded number of deliveries for a filter that none passes', async () => {
      const page = await hooks.container
        .get(ReadDeliveries)
        .page(operator(), endpoint.id, ['delivered'], { limit: PAGE - 1 })
      expect(page.data).to.deep.equal([])
      expect(page.older).not.to.equal(null)
    })
  })
}
