import type { EmailStatus } from '@paylink/core/mail/email'
import { EMAIL_TRANSITIONS, type EmailTrigger, nextEmailStatus } from '@paylink/core/mail/email.transitions'
import { CONNECTION_TRANSITIONS, nextConnectionStatus } from '@paylink/core/connections/connection.transitions'
import {
  INVOICE_TRANSITIONS,
  type InvoiceTrigger,
  nextInvoiceStatus,
} from '@paylink/core/invoicing/invoice.transitions'
import type { InvoiceStatus } from '@paylink/core/invoicing/invoice'
import { Problem } from '@paylink/core/kernel/problem'
import { afterTrigger, LINK_TRANSITIONS, type LinkTrigger } from '@paylink/core/payment-links/payment-link.transitions'
import type { LinkStatus, PaymentLink } from '@paylink/core/payment-links/payment-link'
import { nextPaymentStatus, PAYMENT_TRANSITIONS, type Verdict } from '@paylink/core/payments/payment.transitions'
import type { PaymentStatus } from '@paylink/core/payments/payment'
import { expect } from 'chai'

const NOW = new Date('2026-05-01T12:00:00.000Z')

const linkThat = (status: LinkStatus, expiresAt: string | null = null): PaymentLink => ({
  accountId: 'acct_1',
  livemode: false,
  id: 'plink_1',
  slug: 'slug',
  status,
  title: 'Taza',
  description: null,
  items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 1000, tax: 'iva_included' }],
  amountCentavos: 1000,
  currency: 'MXN',
  customerEmail: null,
  customerName: null,
  expiresAt,
  metadata: {},
  providers: [],
  invoiceable: false,
  channel: 'api',
  createdBy: null,
  paidPaymentId: status === 'paid' ? 'pay_1' : null,
  createdAt: '2026-04-01T12:00:00.000Z',
})

const outcomeOf = (link: PaymentLink, trigger: LinkTrigger): string => {
  try {
    return afterTrigger(link, trigger, NOW).status
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Rows: status of a link. Columns: triggers. Cells: new status, or the problem. */
const LINK_TRIGGERS: LinkTrigger[] = [
  ...([
    'update',
    'share',
    'checkout_opened',
    'checkout_over',
    'payment_succeeded',
    'mark_paid',
    'disable',
    'expire',
  ] as const),
]
const LINKS: Record<LinkStatus, string[]> = {
  active: ['active', 'active', 'processing', 'active', 'paid', 'paid', 'disabled', 'expired'],
  processing: [
    ...['processing', 'processing', 'request_in_flight', 'active', 'paid'],
    ...['request_in_flight', 'request_in_flight', 'processing'],
  ],
  paid: [
    'link_already_paid',
    'link_already_paid',
    'link_already_paid',
    'paid',
    'paid',
    'link_already_paid',
    'link_already_paid',
    'paid',
  ],
  expired: ['link_expired', 'link_expired', 'link_expired', 'expired', 'paid', 'paid', 'link_expired', 'expired'],
  disabled: [
    'validation_error',
    'validation_error',
    'validation_error',
    'disabled',
    'paid',
    'paid',
    'disabled',
    'disabled',
  ],
}

const VERDICTS: Verdict[] = ['paid', 'failed', 'canceled', 'refunded']
const PAYMENTS: Record<PaymentStatus, PaymentStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled', 'refunded'],
  succeeded: ['succeeded', 'succeeded', 'succeeded', 'refunded'],
  failed: ['succeeded', 'failed', 'failed', 'refunded'],
  canceled: ['succeeded', 'canceled', 'canceled', 'refunded'],
  refunded: ['refunded', 'refunded', 'refunded', 'refunded'],
}

type ConnectionStatus = keyof typeof CONNECTION_TRANSITIONS
const CONNECTION_TRIGGERS = ['check_passed', 'check_failed', 'disconnect'] as const
const CONNECTIONS: Record<ConnectionStatus, ConnectionStatus[]> = {
  active: ['active', 'error', 'disconnected'],
  error: ['active', 'error', 'disconnected'],
  disconnected: ['disconnected', 'disconnected', 'disconnected'],
}

const INVOICE_TRIGGERS: InvoiceTrigger[] = [
  ...(['ask', 'put_off', 'stamped', 'refused', 'ask_cancel', 'cancel_refused', 'acknowledged'] as const),
]
const INVOICES: Record<InvoiceStatus, InvoiceStatus[]> = {
  requested: ['stamping', 'requested', 'stamped', 'failed', 'requested', 'requested', 'requested'],
  stamping: ['stamping', 'requested', 'stamped', 'failed', 'stamping', 'stamping', 'stamping'],
  stamped: ['stamped', 'stamped', 'stamped', 'stamped', 'cancel_pending', 'stamped', 'cancelled'],
  cancel_pending: [
    ...(['cancel_pending', 'cancel_pending', 'cancel_pending', 'cancel_pending', 'cancel_pending'] as const),
    ...(['stamped', 'cancelled'] as const),
  ],
  failed: ['failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
  cancelled: ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
}

function reachable(start: string, next: (from: string) => string[]): string[] {
  const seen = new Set([start])
  for (const from of seen) for (const to of next(from)) seen.add(to)
  return [...seen].sort()
}

const keysOf = <K extends string>(table: Partial<Record<K, unknown>>): K[] => Object.keys(table) as K[]

describe('the states of a link', () => {
  for (const from of keysOf(LINKS)) {
    LINK_TRIGGERS.forEach((trigger, column) => {
      const expected = LINKS[from][column]
      it(`${from} + ${trigger} = ${expected} (R74-R84, R199-R200, R226-R232, R245)`, () => {
        expect(outcomeOf(linkThat(from), trigger)).to.equal(expected)
      })
    })
  }

  it('names every status and every trigger', () => {
    expect(keysOf(LINK_TRANSITIONS)).to.have.members(keysOf(LINKS))
    const triggers = new Set(keysOf(LINK_TRANSITIONS).flatMap((from) => keysOf(LINK_TRANSITIONS[from])))
    expect(LINK_TRIGGERS).to.include.members([...triggers])
  })

  it('begins active, and every status is reached from there (R28, R74)', () => {
    const next = (from: string): string[] =>
      Object.values(LINK_TRANSITIONS[from as LinkStatus]).flatMap((outcome) => ('to' in outcome ? [outcome.to] : []))
    expect(reachable('active', next)).to.deep.equal(keysOf(LINKS).sort())
  })

  it('ends at paid: no transition leads out (I4)', () => {
    for (const outcome of Object.values(LINK_TRANSITIONS.paid)) expect(outcome).to.have.property('refuse')
  })

  it('is expired as soon as it is past expiresAt, whatever status is stored (R83)', () => {
    const lapsed = linkThat('active', NOW.toISOString())
    LINK_TRIGGERS.forEach((trigger, column) => {
      expect(outcomeOf(lapsed, trigger), trigger).to.equal(LINKS.expired[column])
    })
    expect(outcomeOf(linkThat('active', '2026-05-01T12:00:00.001Z'), 'disable')).to.equal('disabled')
  })

  it('goes from processing to expired only when the checkout is over (R200)', () => {
    const late = linkThat('processing', '2026-05-01T11:00:00.000Z')
    expect(outcomeOf(late, 'expire')).to.equal('processing')
    expect(outcomeOf(late, 'checkout_over')).to.equal('expired')
    expect(outcomeOf(late, 'payment_succeeded')).to.equal('paid')
  })

  it('changes nothing but the status (I7)', () => {
    for (const from of keysOf(LINKS)) {
      const link = linkThat(from)
      expect({ ...afterTrigger(link, 'payment_succeeded', NOW), status: from }).to.deep.equal(link)
    }
  })
})

describe('the states of a payment', () => {
  for (const from of keysOf(PAYMENTS)) {
    VERDICTS.forEach((verdict, column) => {
      it(`${from} + ${verdict} = ${PAYMENTS[from][column]} (R85-R92, R201, I13)`, () => {
        expect(nextPaymentStatus(from, verdict)).to.equal(PAYMENTS[from][column])
      })
    })
  }

  it('begins pending, and every status is reached from there (R48, R85)', () => {
    expect(keysOf(PAYMENT_TRANSITIONS)).to.have.members(keysOf(PAYMENTS))
    const next = (from: string): string[] => Object.values(PAYMENT_TRANSITIONS[from as PaymentStatus])
    expect(reachable('pending', next)).to.deep.equal(keysOf(PAYMENTS).sort())
  })

  it('ends at refunded, and a repeated verdict changes nothing (R201, I17)', () => {
    expect(PAYMENT_TRANSITIONS.refunded).to.deep.equal({})
    for (const from of keysOf(PAYMENTS)) {
      for (const verdict of VERDICTS) {
        const once = nextPaymentStatus(from, verdict)
        expect(nextPaymentStatus(once, verdict)).to.equal(once)
      }
    }
  })
})

describe('the states of a connection', () => {
  for (const from of keysOf(CONNECTIONS)) {
    CONNECTION_TRIGGERS.forEach((trigger, column) => {
      it(`${from} + ${trigger} = ${CONNECTIONS[from][column]} (R57, R204)`, () => {
        expect(nextConnectionStatus(from, trigger)).to.equal(CONNECTIONS[from][column])
      })
    })
  }

  it('begins active, and every status is reached from there (R57)', () => {
    const next = (from: string): string[] => Object.values(CONNECTION_TRANSITIONS[from as ConnectionStatus])
    expect(reachable('active', next)).to.deep.equal(keysOf(CONNECTIONS).sort())
  })
})

const EMAIL_TRIGGERS: EmailTrigger[] = [
  ...(['send', 'simulate', 'accepted', 'refused', 'put_off', 'given_back', 'lost', 'arrived', 'bounced'] as const),
]
/** Rows: status of an e-mail. Columns: triggers. */
const EMAILS: Record<EmailStatus, EmailStatus[]> = {
  queued: ['sending', 'simulated', 'queued', 'failed', 'queued', 'queued', 'queued', 'delivered', 'bounced'],
  sending: ['sending', 'sending', 'sent', 'failed', 'queued', 'queued', 'unknown', 'delivered', 'bounced'],
  unknown: ['unknown', 'unknown', 'sent', 'failed', 'queued', 'queued', 'unknown', 'delivered', 'bounced'],
  simulated: Array<EmailStatus>(9).fill('simulated'),
  sent: ['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'delivered', 'bounced'],
  delivered: [...Array<EmailStatus>(8).fill('delivered'), 'bounced'],
  bounced: Array<EmailStatus>(9).fill('bounced'),
  failed: Array<EmailStatus>(9).fill('failed'),
}

describe('the states of an email', () => {
  for (const from of keysOf(EMAILS)) {
    EMAIL_TRIGGERS.forEach((trigger, column) => {
      const expected = EMAILS[from][column]
      it(`${from} + ${trigger} = ${expected} (R67, R203)`, () => {
        expect(nextEmailStatus(from, trigger)).to.equal(expected)
      })
    })
  }

  it('names every status and every trigger', () => {
    expect(keysOf(EMAIL_TRANSITIONS)).to.have.members(keysOf(EMAILS))
    const triggers = new Set(keysOf(EMAIL_TRANSITIONS).flatMap((from) => keysOf(EMAIL_TRANSITIONS[from])))
    expect([...triggers]).to.have.members(EMAIL_TRIGGERS)
  })

  it('begins queued, and every status is reached from there', () => {
    const next = (from: string): string[] => Object.values(EMAIL_TRANSITIONS[from as EmailStatus])
    expect(reachable('queued', next)).to.deep.equal(keysOf(EMAILS).sort())
  })

  it('allows another attempt only after one that certainly failed (I42)', () => {
    const again = EMAIL_TRIGGERS.filter((trigger) =>
      keysOf(EMAIL_TRANSITIONS).some((from) => nextEmailStatus(from, trigger) === 'queued' && from !== 'queued'),
    )
    expect(again).to.deep.equal(['put_off', 'given_back'])
  })
})

describe('the states of an invoice', () => {
  for (const from of keysOf(INVOICES)) {
    INVOICE_TRIGGERS.forEach((trigger, column) => {
      it(`${from} + ${trigger} = ${INVOICES[from][column]} (R62, R93-R98, I38, I40)`, () => {
        expect(nextInvoiceStatus(from, trigger)).to.equal(INVOICES[from][column])
      })
    })
  }

  it('names every status and every trigger', () => {
    expect(keysOf(INVOICE_TRANSITIONS)).to.have.members(keysOf(INVOICES))
    const triggers = new Set(keysOf(INVOICE_TRANSITIONS).flatMap((from) => keysOf(INVOICE_TRANSITIONS[from])))
    expect(INVOICE_TRIGGERS).to.have.members([...triggers])
  })

  it('begins requested, and every status is reached from there (R93)', () => {
    const next = (from: string): string[] => Object.values(INVOICE_TRANSITIONS[from as InvoiceStatus])
    expect(reachable('requested', next)).to.deep.equal(keysOf(INVOICES).sort())
  })

  it('becomes cancelled only by the acknowledgement, and failed only by a refusal (I38, I40)', () => {
    for (const from of keysOf(INVOICES)) {
      for (const trigger of INVOICE_TRIGGERS) {
        const to = nextInvoiceStatus(from, trigger)
        if (to === from) continue
        if (to === 'cancelled') expect(trigger).to.equal('acknowledged')
        if (to === 'failed') expect(trigger).to.equal('refused')
      }
    }
  })
})
