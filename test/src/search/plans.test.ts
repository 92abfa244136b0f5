import { Statement } from '@paylink/core/database/statement'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { fillShop, shopId } from '../bench/bench-shop.js'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const MANY = 2000

/** Within the ninety days of the shop. */
const A_MONTH = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)

interface Sent {
  sql: string
  values: unknown[]
}

/** Tables that grow with the shop. */
const GROWING = /\b(payment_links|payments|invoices|search_terms)\b/
/** Reading a whole table that grows with the shop, or sorting what an index should have in order. */
const WHOLE = /(Seq Scan on|SCAN) (payment_links|payments|invoices|search_terms|provider_answers|[lpai]\b)(?! USING)/
const SORTED = /TEMP B-TREE FOR ORDER BY/

for (const engine of ENGINES) {
  describe(`how the pages of the search read a large shop, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    before(async () => {
      paylink = await TestAppliance.start(engine)
      await paylink.restart(() => fillShop(paylink.settings.databaseUrl, MANY))
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    /** What is sent to the database meanwhile, with its values. */
    async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
      const sent: Sent[] = []
      const { reader } = paylink.appliance.composition.database
      const note = ({ sql, bindings }: Knex.Sql): void => void sent.push({ sql, values: [...bindings] })
      const original = Statement.prototype.rows
      Statement.prototype.rows = function (this: Statement<unknown>, on, values, ...rest) {
        const { sqlite, postgres } = this as unknown as Record<'sqlite' | 'postgres', string>
        sent.push({ sql: engine === 'sqlite' ? sqlite : postgres, values })
        return original.call(this, on, values, ...rest)
      }
      reader.on('query', note)
      try {
        await work()
      } finally {
        Statement.prototype.rows = original
        reader.off('query', note)
      }
      return sent.filter(({ sql }) => /^select/i.test(sql) && GROWING.test(sql))
    }

    async function planOf({ sql, values }: Sent): Promise<string> {
      const bound = values.map((value) => (engine === 'sqlite' && typeof value === 'boolean' ? Number(value) : value))
      const answer: any = await paylink.writer.transaction(async (trx) => {
        // So few rows are quickly read as a whole: what counts is that there is another way.
        if (engine === 'postgres') await trx.raw('set local enable_seqscan = off')
        const explain = engine === 'postgres' ? 'explain ' : 'explain query plan '
        return trx.raw(explain + sql.replace(/\$\d+/g, '?'), bound as Knex.RawBinding[])
      })
      const lines: any[] = engine === 'postgres' ? answer.rows : answer
      return lines.map((line) => String(line['QUERY PLAN'] ?? line.detail)).join('\n')
    }

    for (const [page, path] of [
      ['everything, two words', '/search?q=comun+raro'],
      ['everything, a name', '/search?q=ana'],
      ['everything, an order', `/search?q=P-${MANY - 5}`],
      ['everything, an id', `/search?q=${shopId('pay', MANY - 5)}`],
      ['everything, an amount', '/search?q=100.00'],
      ['invoices by words', '/invoices?q=comun+raro'],
      ['invoices by an RFC', '/invoices?q=XAXX010101000'],
      ['invoices of a month', `/invoices?month=${A_MONTH}`],
      ['rejected invoices of a month', `/invoices?kind=rejected&month=${A_MONTH}`],
    ] as const) {
      it(`through indexes alone, without counting: ${page}`, async () => {
        const sent = await sentDuring(async () => {
          const { status, html } = await owner.get(`/dashboard/test${path}`)
          expect(status).to.equal(200)
          expect(html, 'finds something').to.include('<td class="title">')
        })
        expect(sent.length).to.be.above(0)
        for (const one of sent) {
          expect(one.sql).to.not.match(/\blike\b|count\s*\(|\boffset\b/i)
          const plan = await planOf(one)
          expect(plan, `${one.sql}\n${plan}`).to.not.match(WHOLE)
          // Of one payment's few answers the newest may be sorted out.
          if (/ limit \S+$/.test(one.sql)) expect(plan, one.sql).to.not.match(SORTED)
        }
      })
    }
  })
}
