import { randomUUID } from 'node:crypto'
import type { Engine } from '@paylink/core/database/engine'
import { expect } from 'chai'
import type { Site } from '../support/site.js'
import type { CommandScenario } from './commands.js'

const TABLES = ['payment_links', 'payments', 'events', 'email_deliveries', 'idempotency_keys']

/** Erases a customer while the server runs. */
export function eraseCommand(running: (engine: Engine) => Promise<Site>): CommandScenario {
  let count = 0
  return {
    name: 'erase a customer while the server runs',
    isThinned: true,
    prepare: async (engine) => {
      const site = await running(engine)
      const mark = `cliente${++count}x`
      const email = `${mark}@example.com`
      const customer = { customerEmail: email, customerName: `Ana ${mark}`, metadata: { mark } }
      const paid = await site.createLink(customer)
      await site.api('POST', `/v1/payment_links/${paid.id}/mark_paid`, { method: 'other', note: `de ${mark}` })
      const { id } = await site.createLink({ ...customer, title: `Clase de Ana ${mark}` })
      await site.api('POST', `/v1/payment_links/${id}/email`, { to: email }, randomUUID())
      const left = async (): Promise<string[]> => {
        const found: string[] = []
        for (const table of TABLES) {
          const rows = await site.view.rows(`select * from ${table}`)
          if (rows.some((row) => JSON.stringify(row).includes(mark))) found.push(table)
        }
        return found
      }
      await site.until(async () => (await left()).length === TABLES.length, 'known')
      return {
        args: ['customers', 'erase', '--email', email],
        env: site.server.env,
        view: site.view,
        check: async () => {
          expect(await left()).to.deep.equal([])
          expect((await site.link(paid.id)).status).to.equal('paid')
          expect(await site.view.rows('select id from erasures')).to.deep.equal([])
          const entries = await site.view.rows("select target from audit_entries where action = 'customer.erased'")
          expect(entries).to.have.length(count)
        },
        end: () => Promise.resolve(),
      }
    },
  }
}
