import type { InvoiceState, StampInput } from '@paylink/plugin-api'
import { UnknownOutcomes } from './unknown-outcomes.js'

/** One invoice as its provider knows it. */
export interface Cfdi {
  id: string
  issuer: string
  connectionId: string
  invoiceId: string
  /** The first request, to the letter. */
  request: string
  input: StampInput
  status: 'pending' | 'stamped' | 'failed' | 'cancelled'
  uuid: string
  totalCentavos: number
  stampedAt: number | null
  cancelledAt: number | null
  cancellation: 'none' | 'pending' | 'refused'
  /** How often a cancellation was accepted: each costs a stamp. */
  cancelsTaken: number
  cancelsRefused: number
  /** A notification about it was lost. */
  isUnheard: boolean
}

export interface InvoiceNotification {
  id: string
  connectionId: string
  cfdiId: string
  body: string
}

/** The invoicing provider's records. They outlive our crashes. */
export class InvoicingWorld {
  readonly cfdis: Cfdi[] = []
  notifications: InvoiceNotification[] = []
  /** Of stamps by our id, of cancellations by the provider's. */
  readonly unknownOutcomes = new UnknownOutcomes()
  /** It returns for a key what it stamped under it before. */
  honoursKeys = true
  isRefusing = false
  isOutOfStamps = false
  downUntil = 0
  private count = 0

  constructor(private readonly now: () => number) {}

  get isDown(): boolean {
    return this.downUntil > this.now()
  }

  get(id: string): Cfdi | undefined {
    return this.cfdis.find((cfdi) => cfdi.id === id)
  }

  /** What is known of an invoice in this issuer's name: what was stamped, before what was not. */
  of(invoiceId: string, issuer: string): Cfdi | undefined {
    const ours = this.cfdis.filter((cfdi) => cfdi.invoiceId === invoiceId && cfdi.issuer === issuer)
    return ours.find(({ status }) => status !== 'failed') ?? ours[0]
  }

  issue(
    input: StampInput,
    at: Pick<Cfdi, 'issuer' | 'connectionId' | 'status'>,
    totalCentavos = input.totalCentavos,
  ): Cfdi {
    const nth = ++this.count
    const cfdi: Cfdi = {
      ...at,
      id: `cfdi_${nth}`,
      invoiceId: input.invoiceId,
      request: JSON.stringify(input),
      input,
      uuid: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      totalCentavos,
      stampedAt: at.status === 'stamped' ? this.now() : null,
      cancelledAt: null,
      cancellation: 'none',
      cancelsTaken: 0,
      cancelsRefused: 0,
      isUnheard: false,
    }
    this.cfdis.push(cfdi)
    if (at.status === 'stamped') this.tellOf(cfdi, 'stamped')
    return cfdi
  }

  /** What was accepted for stamping is stamped, or not. */
  finish(cfdi: Cfdi, isStamped: boolean): void {
    cfdi.status = isStamped ? 'stamped' : 'failed'
    if (isStamped) cfdi.stampedAt = this.now()
    this.tellOf(cfdi, cfdi.status)
  }

  takeCancel(cfdi: Cfdi): void {
    cfdi.cancellation = 'pending'
    cfdi.cancelsTaken++
  }

  acknowledge(cfdi: Cfdi): void {
    cfdi.status = 'cancelled'
    cfdi.cancellation = 'none'
    cfdi.cancelledAt = this.now()
    this.tellOf(cfdi, 'cancelled')
  }

  /** The receiver does not agree. */
  refuseCancel(cfdi: Cfdi): void {
    cfdi.cancellation = 'refused'
    cfdi.cancelsRefused++
    this.tellOf(cfdi, 'cancellation_refused')
  }

  /** A notification that never arrives. */
  lose(notification: InvoiceNotification): void {
    this.notifications = this.notifications.filter((other) => other !== notification)
    const cfdi = this.get(notification.cfdiId)
    if (cfdi) cfdi.isUnheard = true
  }

  stateOf({ id, invoiceId, status, uuid, totalCentavos, cancellation, ...at }: Cfdi): InvoiceState {
    const iso = (ms: number | null): string | undefined => (ms === null ? undefined : new Date(ms).toISOString())
    const hasFolio = status === 'stamped' || status === 'cancelled'
    return {
      ...{ providerRef: id, invoiceId, livemode: false, status, cancellation },
      ...(hasFolio && { uuid, totalCentavos, stampedAt: iso(at.stampedAt), cancelledAt: iso(at.cancelledAt) }),
      ...(status === 'failed' && { failure: { code: 'CFDI40149', reason: 'the zip is another' } }),
    }
  }

  notificationOf({ id: cfdiId, connectionId, invoiceId }: Cfdi, type: string, isGenuine = true): InvoiceNotification {
    const id = `i_${++this.count}`
    const subjects = [{ providerRef: cfdiId, invoiceId }]
    return { id, connectionId, cfdiId, body: JSON.stringify({ eventId: id, eventType: type, subjects, isGenuine }) }
  }

  private tellOf(cfdi: Cfdi, type: string): void {
    this.notifications.push(this.notificationOf(cfdi, type))
  }
}

/** It is valid: it counts for the tax authority. */
export const isStanding = ({ status }: Cfdi): boolean => status === 'stamped'
