import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { SystemTimer } from '@paylink/core/kernel/timer'
import { move } from '@paylink/core/move/move'
import { expect } from 'chai'
import { emptyDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { quietPorts } from '../support/ports.js'
import { Hooks } from '../webhooks/hooks.js'
import { linesOfDatabase } from './database-lines.js'

for (const engine of ENGINES) {
  for (const target of ENGINES) {
    describe(`what changes after it was copied, from ${engine} to ${target} (I56)`, () => {
      let hooks: Hooks
      before(async () => (hooks = await Hooks.start(engine, {}, { http: true, jobs: false })))
      after(() => hooks.stop())

      /** Returns the rows of the source and of the copy. */
      async function moveWhile(change: () => Promise<void>) {
        const copy = await emptyDatabase(target)
        try {
          const { report } = await move(hooks.paylink.settings, copy.url, {
            ...{ ...quietPorts(), timer: new SystemTimer(), onStep: () => () => undefined },
            onSeal: (phase) => (phase === 'checking' ? change() : undefined),
          })
          const [source, copied] = [
            await linesOfDatabase(hooks.paylink.settings.databaseUrl),
            await linesOfDatabase(copy.url),
          ]
          return { source, copied, report }
        } finally {
          await copy.drop()
        }
      }

      it('is copied again, and what refers to it stays', async () => {
        const { paylink } = hooks
        const endpoint = await hooks.register()
        const [event] = await hooks.announce()
        const [delivery] = await hooks.rested(endpoint)
        const [one, other, paid] = [await paylink.createLink(), await paylink.createLink(), await paylink.paidQuietly()]
        const noted = await paylink.db('audit_entries')
        const slugOf = async (id: string): Promise<string> =>
          (await paylink.db('payment_links').where({ id }).first()).slug
        const [slug, otherSlug] = [await slugOf(one.id), await slugOf(other.id)]

        const { source, copied, report } = await moveWhile(async () => {
          await paylink.changeAccount({ name: 'Otra panadería' })
          await paylink.change('webhook_deliveries', delivery?.id ?? '', { attempts: 7 })
          await paylink.change('payment_links', paid.link.id, { title: 'Cambiado' })
          await paylink.container.get(UnitOfWork).run(async (tx) => {
            const rename = (id: string, to: string) => tx('payment_links').where({ id }).update({ slug: to })
            await rename(one.id, 'of-neither')
            await rename(other.id, slug)
            await rename(one.id, otherSlug)
            await tx('idempotency_keys').delete()
          })
          await hooks.announce()
          await hooks.register()
        })

        for (const [table, lines] of source) expect(copied.get(table), table).to.deep.equal(lines)
        for (const [table, lines] of copied) expect(report.tables[table], table).to.equal(lines.length)
        const rows = (table: string): string => (copied.get(table) ?? []).join('\n')
        expect(copied.get('webhook_attempts'), 'attempts of a delivery that changed').to.have.length(1)
        expect(copied.get('idempotency_keys'), 'rows that were deleted').to.deep.equal([])
        expect(rows('accounts')).to.include('Otra panadería')
        expect(rows('payment_links')).to.include('Cambiado')
        expect(rows('events')).to.include(event)
        expect(copied.get('audit_entries'), 'of the new endpoint').to.have.length(noted.length + 1)
      })
    })
  }
}
