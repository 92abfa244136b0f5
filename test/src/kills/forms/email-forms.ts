import type { FormAct } from './form-act.js'
import { SiteInvoices } from '../../support/site-invoices.js'
import { BASE } from './form-shop.js'

const EMAIL = `${BASE}/settings/email`

export const EMAIL_FORMS: readonly FormAct[] = [
  {
    route: '/settings/email',
    prepare: async (shop) => {
      // The server remembers accounts until the generation changes.
      await shop.change('update accounts set mail_reminder_hours = null', 'update generation set value = value + 1')
      const person = await shop.freshOwner()
      const form = await person.form(EMAIL, '/email', { remind: 'on', hours: '36' })
      return { person, form, effects: () => shop.count('select id from accounts where mail_reminder_hours = 36') }
    },
  },
  {
    route: '/settings/email/test',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const { fields } = await person.form(EMAIL, '/email')
      return { person, form: { path: `${EMAIL}/test`, fields } }
    },
  },
  {
    route: '/settings/email/suppressed/:id/allow',
    prepare: async (shop) => {
      const count = (): Promise<number> =>
        shop.count("select address from email_suppressions where delivery_id = 'eml_killed'")
      await shop.change(
        "delete from email_suppressions where delivery_id = 'eml_killed'",
        `insert into email_suppressions (account_id, livemode, address, reason, delivery_id, created_at)
         select id, false, 'ana@killed.example', 'bounced', 'eml_killed', created_at from accounts limit 1`,
      )
      const person = await shop.freshOwner()
      const [account] = await shop.site.view.rows<{ id: string }>('select id from accounts limit 1')
      return {
        person,
        form: await person.form(`${EMAIL}/suppressed/eml_killed/allow`, '/allow'),
        effects: async () => 1 - (await count()),
        audited: shop.audited('email.allowed', account?.id),
      }
    },
  },
  {
    route: '/payments/:id/invoice/email',
    prepare: async (shop) => {
      const id = await (await SiteInvoices.of(shop.site)).stamped()
      const person = await shop.freshOwner()
      const to = 'otra@killed.example'
      const sent = "select id from email_deliveries where payment_id = ? and kind = 'invoice' and recipient = ?"
      return {
        person,
        form: await person.form(`${BASE}/payments/${id}/invoice/email`, '/email', { to }),
        effects: () => shop.count(sent, id, to),
        audited: shop.audited('invoice.sent', id),
      }
    },
  },
]
