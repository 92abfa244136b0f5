import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { linkBody } from '../support/appliance.js'
import { dataUrl, PROOFS } from '../support/proofs-of-payment.js'
import type { Site } from '../support/site.js'
import { callApproved } from './approval-scenario.js'
import { answered } from './answered.js'
import { cancelInvoice, invoicePayment } from './invoice-scenario.js'
import { mailLink } from './mail-scenario.js'
import { redeemCode } from './oauth-scenario.js'
import { deliverWebhook } from './webhook-scenario.js'

/** One thing that changes something. It is begun, cut off at some syscall, and done again as its client would. */
export interface Scenario {
  readonly name: string
  /** A lease was held when the server died: it must expire before others get through. */
  readonly needsTime?: boolean
  /** Killed at some of its points only: it is one of many like it. */
  readonly isThinned?: boolean
  /** Waits for a chore, for up to ten seconds. */
  readonly isSlow?: boolean
  /** What became of those runs, since it was last asked. */
  tells?(): string
  /** Makes ready what is not to be counted. Returns the act, which may be repeated, and what must be seen afterwards. */
  prepare(site: Site): Promise<{ act: (isAgain: boolean) => Promise<void>; check: () => Promise<void> }>
}

const statusOf = async (site: Site, table: 'payments' | 'payment_links', id: string): Promise<string> =>
  (await site.view.rows(`select status from ${table} where id = ?`, [id]))[0]?.status as string

/** A keyed request on a link of its own. */
function request(
  name: string,
  path: (id: string) => string,
  body: object | undefined,
  check: (site: Site, id: string, answer: any) => Promise<void>,
): Scenario {
  return {
    name,
    needsTime: name.startsWith('disable'),
    prepare: async (site) => {
      const { id } = await site.createLink()
      const key = randomUUID()
      let answer: unknown
      return {
        act: async () => {
          answer = await answered(() => site.api('POST', path(id), body, key), 200)
        },
        check: () => check(site, id, answer),
      }
    },
  }
}

const create: Scenario = {
  name: 'create',
  prepare: async (site) => {
    const key = randomUUID()
    const ids = new Set<string>()
    return {
      act: async () => {
        const ask = () => site.api('POST', '/v1/payment_links', linkBody({ title: key }), key)
        ids.add((await answered(ask, 201)).id)
      },
      check: async () => {
        const rows = await site.view.rows('select id from payment_links where title = ?', [key])
        expect(rows.map(({ id }) => id as string)).to.deep.equal([...ids])
      },
    }
  },
}

const createTwice: Scenario = {
  name: 'create, asked twice at once',
  prepare: async (site) => {
    const key = randomUUID()
    const ask = () => site.api('POST', '/v1/payment_links', linkBody({ title: key }), key)
    return {
      act: async () => {
        const [one, other] = await Promise.all([answered(ask, 201), answered(ask, 201)])
        expect(one.id).to.equal(other.id)
      },
      check: async () => {
        expect(await site.view.rows('select id from payment_links where title = ?', [key])).to.have.length(1)
      },
    }
  },
}

const update = request(
  'update',
  (id) => `/v1/payment_links/${id}`,
  { title: 'Otra' },
  async (site, id) => {
    expect((await site.link(id)).title).to.equal('Otra')
  },
)

const disable = request(
  'disable',
  (id) => `/v1/payment_links/${id}/disable`,
  undefined,
  async (site, id) => {
    expect(await site.eventTypes(id)).to.deep.equal(['payment_link.disabled'])
  },
)

const receipt = PROOFS['image/png']
const markPaid = request(
  'mark paid',
  (id) => `/v1/payment_links/${id}/mark_paid`,
  { method: 'spei_transfer', reference: dataUrl('image/png', receipt) },
  async (site, id) => {
    const [payment, ...others] = await site.payments(id)
    expect(others).to.deep.equal([])
    const [kept] = await site.view.rows('select content from receipts where payment_id = ?', [payment.id])
    expect(Buffer.compare(kept.content as Buffer, receipt)).to.equal(0)
    expect(await site.eventTypes(payment.id as string)).to.deep.equal(['payment.succeeded'])
    expect(await site.eventTypes(id)).to.deep.equal(['payment_link.paid'])
  },
)

const withCheckout = async (site: Site) => {
  const link = await site.createLink()
  const address = await site.openCheckout(link)
  const [payment] = await site.payments(link.id)
  return { link, address, payment }
}

/** Presses until the payer is sent somewhere. What was cut off is looked at, as the background would. */
async function pressedUntilOpen(
  site: Site,
  link: PaymentLinkView,
  fields: Record<string, string> = {},
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const response = await site.press(link, 'provider_a', fields)
    if (response.status === 303) return response.headers.get('location') ?? ''
    if (response.status !== 409 || attempt > 50) throw new Error(`no checkout: ${response.status}`)
    for (const { id, status } of await site.payments(link.id)) {
      if (status === 'pending') await site.api('POST', `/v1/payments/${id}/sync`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const openCheckout: Scenario = {
  name: 'open a checkout',
  needsTime: true,
  prepare: async (site) => {
    const link = await site.createLink()
    const addresses = new Set<string>()
    return {
      act: async () => void addresses.add(await pressedUntilOpen(site, link)),
      check: async () => {
        expect(addresses.size).to.equal(1)
        expect((await site.payments(link.id)).map(({ status }) => status)).to.deep.equal(['pending'])
      },
    }
  },
}

const startOver: Scenario = {
  name: 'start over',
  needsTime: true,
  prepare: async (site) => {
    const { link } = await withCheckout(site)
    return {
      act: async (isAgain) => void (await pressedUntilOpen(site, link, isAgain ? {} : { startOver: '1' })),
      check: async () => {
        const open = (await site.payments(link.id)).filter(({ status }) => status === 'pending')
        expect(open).to.have.length(1)
      },
    }
  },
}

const disableOpen: Scenario = {
  name: 'disable while a checkout is open',
  needsTime: true,
  prepare: async (site) => {
    const { link, address, payment } = await withCheckout(site)
    const key = randomUUID()
    return {
      act: async () => {
        await answered(() => site.api('POST', `/v1/payment_links/${link.id}/disable`, undefined, key), 200)
      },
      check: async () => {
        expect(await site.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
        expect(await statusOf(site, 'payments', payment.id as string)).to.equal('canceled')
        // It can no longer be paid.
        expect((await site.pay(address)).headers.get('location')).to.equal(address)
      },
    }
  },
}

/** Buttons of the provider's page; what was cut off is pressed again, and the payment synced. */
function atProvider(name: string, before: string[], outcome: string, becomes: string): Scenario {
  return {
    name,
    needsTime: true,
    prepare: async (site) => {
      const { link, address, payment } = await withCheckout(site)
      for (const button of before) await site.pay(address, button)
      return {
        act: async (isAgain) => {
          await site.pay(address, outcome)
          if (isAgain) await site.api('POST', `/v1/payments/${payment.id}/sync`)
          const hasCome = async () => (await statusOf(site, 'payments', payment.id as string)) === becomes
          await site.until(hasCome, `${name}: ${becomes}`)
        },
        check: async () => {
          expect((await site.link(link.id)).status).to.equal('paid')
          expect(await site.eventTypes(payment.id as string)).to.deep.equal(['payment.succeeded'])
        },
      }
    },
  }
}

const sync: Scenario = {
  name: 'sync of a paid checkout whose notification was lost',
  needsTime: true,
  prepare: async (site) => {
    const { link, address, payment } = await withCheckout(site)
    // Paid at the provider without a notification: an injected fault, switched on as its own command would.
    const fault = JSON.stringify([{ kind: 'notification_lost', match: '', times: 1, ms: 1 }])
    await site.putEntry('sandbox-faults:provider_a', 'faults', fault)
    await site.pay(address)
    return {
      act: async () => {
        const body = await answered(() => site.api('POST', `/v1/payments/${payment.id}/sync`), 200)
        expect(body.status).to.equal('succeeded')
      },
      check: async () => {
        expect(await site.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
      },
    }
  },
}

const refund: Scenario = {
  name: 'notification of a refund',
  needsTime: true,
  prepare: async (site) => {
    const { address, payment } = await withCheckout(site)
    await site.pay(address)
    const reads = async (status: string) => (await statusOf(site, 'payments', payment.id as string)) === status
    await site.until(() => reads('succeeded'), 'paid')
    const refunded = JSON.stringify({ id: `re_${payment.id}`, amount: payment.amount_centavos, at: 1_700_000_000 })
    await site.putEntry('sandbox:provider_a', `refund:${payment.provider_ref}:0000`, refunded)
    const object = { object: 'charge', id: 'ch_1', metadata: { paylink_payment: payment.id } }
    const event = { id: `evt_${payment.id}`, object: 'event', type: 'charge.refunded', created: 1, data: { object } }
    return {
      act: async () => {
        expect((await site.notify(event)).status).to.equal(200)
        await site.until(() => reads('refunded'), 'refunded')
      },
      check: async () => {
        expect((await site.link(payment.link_id as string)).status).to.equal('paid')
        expect(await site.eventTypes(payment.id as string)).to.deep.equal(['payment.succeeded', 'payment.refunded'])
      },
    }
  },
}

const expire: Scenario = {
  name: 'expire, by the background',
  isSlow: true,
  prepare: async (site) => {
    const { id } = await site.createLink({ expiresAt: new Date(Date.now() + 150).toISOString() })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const hasExpired = async () => (await statusOf(site, 'payment_links', id)) === 'expired'
    return {
      act: () => site.until(hasExpired, 'expired'),
      check: async () => {
        expect(await site.eventTypes(id)).to.deep.equal([])
      },
    }
  },
}

export const SCENARIOS: readonly Scenario[] = [
  ...[create, createTwice, update, disable, disableOpen, openCheckout, startOver],
  atProvider('pay', [], 'succeed', 'succeeded'),
  atProvider('pay a voucher', ['cash_later'], 'succeed', 'succeeded'),
  ...[markPaid, sync, refund, expire, deliverWebhook, mailLink],
  ...[invoicePayment, cancelInvoice, redeemCode, callApproved],
]
