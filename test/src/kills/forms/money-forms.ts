import { XENON } from '../../support/invoice-shop.js'
import { SiteInvoices } from '../../support/site-invoices.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const PAYMENTS = `${BASE}/payments`

/** Paid at the provider, whose notification was lost. */
async function paidQuietly({ site }: FormShop): Promise<string> {
  const link = await site.createLink()
  const address = await site.openCheckout(link)
  const [{ id }] = await site.payments(link.id)
  const fault = { kind: 'notification_lost', match: '', times: 1, ms: 1 }
  await site.putEntry('sandbox-faults:provider_a', 'faults', JSON.stringify([fault]))
  await site.pay(address)
  return id as string
}

async function paid(shop: FormShop): Promise<string> {
  const id = await paidQuietly(shop)
  await shop.site.until(async () => {
    await shop.site.api('POST', `/v1/payments/${id}/sync`)
    return (await shop.count("select id from payments where id = ? and status = 'succeeded'", id)) === 1
  }, 'paid')
  return id
}

/** What the audit log has of the invoices of a payment. */
const ofInvoices = (shop: FormShop, paymentId: string, action: string) => (): Promise<number> =>
  shop.count(
    'select a.seq from audit_entries a join invoices i on i.id = a.target where i.payment_id = ? and a.action = ?',
    ...[paymentId, action],
  )

export const MONEY_FORMS: readonly FormAct[] = [
  {
    route: '/payments/:id/sync',
    needsTime: true,
    prepare: async (shop) => {
      const id = await paidQuietly(shop)
      const person = await shop.freshOwner()
      const form = await person.form(`${PAYMENTS}/${id}`, '/sync')
      const settled = "select id from payments where id = ? and status = 'succeeded'"
      return { person, form, effects: () => shop.count(settled, id) }
    },
  },
  {
    route: '/payments/:id/receipt',
    prepare: async (shop) => {
      const id = await paid(shop)
      const person = await shop.freshOwner()
      const form = await person.form(`${PAYMENTS}/${id}`, '/receipt', { to: 'ana@example.com' })
      return {
        person,
        form,
        effects: () =>
          shop.count("select id from email_deliveries where payment_id = ? and recipient = 'ana@example.com'", id),
        audited: shop.audited('receipt.sent', id),
      }
    },
  },
  {
    route: '/payments/:id/invoice',
    prepare: async (shop) => {
      const id = await (await SiteInvoices.of(shop.site)).paid()
      const person = await shop.freshOwner()
      const form = await person.form(`${PAYMENTS}/${id}/invoice`, '/invoice', XENON)
      return {
        person,
        form,
        effects: () => shop.count('select id from invoices where payment_id = ?', id),
        audited: ofInvoices(shop, id, 'invoice.requested'),
      }
    },
  },
  {
    route: '/payments/:id/invoice/cancel',
    prepare: async (shop) => {
      const invoices = await SiteInvoices.of(shop.site)
      const id = await invoices.stamped()
      const person = await shop.freshOwner()
      const form = await person.form(`${PAYMENTS}/${id}/invoice/cancel`, '/cancel', { motivo: '02' })
      const asked = "select id from invoices where payment_id = ? and status in ('cancel_pending', 'cancelled')"
      return {
        person,
        form,
        effects: () => shop.count(asked, id),
        audited: ofInvoices(shop, id, 'invoice.cancel_requested'),
      }
    },
  },
  {
    route: '/review/:id',
    needsTime: true,
    prepare: async (shop) => {
      const id = await paid(shop)
      await shop.change(
        `update payments set review_reason = 'duplicate', review_since = '${new Date().toISOString()}' where id = '${id}'`,
      )
      const person = await shop.freshOwner()
      const changes = { decision: 'keep', reason: 'Son dos pedidos' }
      const form = await person.form(`${BASE}/review/${id}`, `/review/${id}`, changes)
      const decided = 'select id from payments where id = ? and review_decided_at is not null'
      return {
        person,
        form,
        effects: () => shop.count(decided, id),
        audited: shop.audited('review.resolved', id),
      }
    },
  },
]
