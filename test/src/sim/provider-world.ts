import type { CreateCheckoutInput, ProviderState } from '@paylink/plugin-api'

const SECOND = 1000
const DAY = 86_400 * SECOND

export type Oddity = 'amount' | 'currency' | 'livemode' | 'reference'

/** One checkout as its provider knows it. */
export interface Session {
  id: string
  provider: string
  connectionId: string
  paymentId: string
  linkId: string
  amount: number
  currency: string
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  expiresAt: number
  /** Lists show it from then on. */
  visibleAt: number
  paidAt: number | null
  refunded: number
  /** The payer holds a voucher of it. */
  isVoucher: boolean
  changedAt: number
  /** When an unrecognised status was last reported for it. */
  puzzlingAt: number
  /** The money came after its expiry. */
  isLate: boolean
  /** A notification about it was lost. */
  isUnheard: boolean
  /** What was paid differs from the payment. */
  oddity: Oddity | null
}

export interface SentNotification {
  id: string
  provider: string
  connectionId: string
  sessionId: string
  body: string
}

/** What a key was used for: a session, or an error that is repeated for a day. */
interface UsedKey {
  at: number
  request: string
  session: Session | null
}

/** A provider's own records. They outlive our crashes. */
export class ProviderWorld {
  readonly sessions: Session[] = []
  private readonly keys = new Map<string, UsedKey>()
  private count = 0
  /** It refuses our credentials. */
  isRefusing = false
  /** It cannot be reached until then. */
  downUntil = 0

  constructor(
    readonly name: string,
    readonly honoursKeys: boolean,
    readonly minLifeMs: number,
    private readonly voucherLifeMs: number,
    private readonly now: () => number,
    private readonly tell: (
      notification: Omit<SentNotification, 'id' | 'body'> & { type: string; paymentId: string },
    ) => void,
  ) {}

  get isDown(): boolean {
    return this.downUntil > this.now()
  }

  get(id: string): Session | undefined {
    return this.sessions.find((session) => session.id === id)
  }

  used(key: string): UsedKey | undefined {
    const used = this.keys.get(key)
    return this.honoursKeys && used && this.now() - used.at < DAY ? used : undefined
  }

  use(key: string, request: string, session: Session | null): void {
    if (this.honoursKeys) this.keys.set(key, { at: this.now(), request, session })
  }

  open(input: CreateCheckoutInput, connectionId: string, hiddenMs: number): Session {
    const session: Session = {
      id: `${this.name === 'provider_a' ? 'cs' : 'ord'}_${++this.count}`,
      provider: this.name,
      connectionId,
      paymentId: input.paymentId,
      linkId: input.linkId,
      amount: input.total.amount,
      currency: input.total.currency,
      status: 'open',
      expiresAt: Date.parse(input.expiresAt),
      visibleAt: this.now() + hiddenMs,
      paidAt: null,
      refunded: 0,
      isVoucher: false,
      changedAt: this.now(),
      puzzlingAt: -Infinity,
      isLate: false,
      isUnheard: false,
      oddity: null,
    }
    this.sessions.push(session)
    return session
  }

  /** Expires what is past its time. */
  tick(): void {
    for (const session of this.sessions) {
      const isOver = session.expiresAt <= this.now()
      if (isOver && (session.status === 'open' || session.status === 'processing')) this.close(session)
    }
  }

  close(session: Session): void {
    session.status = 'expired'
    this.tellOf(session, 'expired')
  }

  pay(session: Session, oddity: Oddity | null): void {
    session.isLate = session.status === 'expired'
    session.oddity = oddity
    session.status = 'paid'
    session.paidAt = this.now()
    this.tellOf(session, 'paid')
  }

  /** The payer takes a voucher, or starts a transfer. */
  take(session: Session): void {
    session.status = 'processing'
    session.isVoucher = true
    session.expiresAt = this.now() + this.voucherLifeMs
    this.tellOf(session, 'processing')
  }

  decline(session: Session): void {
    session.status = 'failed'
    this.tellOf(session, 'failed')
  }

  refund(session: Session, amount: number): void {
    session.refunded = Math.min(session.amount, session.refunded + amount)
    this.tellOf(session, 'refunded')
  }

  stateOf(session: Session): ProviderState {
    const { oddity, amount, currency, status, paidAt } = session
    return {
      providerRef: session.id,
      paymentId: oddity === 'reference' ? 'pay_of_another_account' : session.paymentId,
      status: status === 'paid' && session.refunded >= amount ? 'refunded' : status,
      livemode: oddity === 'livemode',
      amount: {
        amount: oddity === 'amount' ? amount - 100 : amount,
        currency: oddity === 'currency' ? 'USD' : currency,
      },
      // No more can be given back than came.
      amountRefunded: Math.min(session.refunded, oddity === 'amount' ? amount - 100 : amount),
      expiresAt: new Date(session.expiresAt).toISOString(),
      redirectUrl: `https://${this.name}.example/${session.id}`,
      ...(paidAt === null ? {} : { paidAt: new Date(paidAt).toISOString() }),
      ...(status === 'processing' ? { voucher: { reference: `ref-${session.id}` } } : {}),
    }
  }

  private tellOf(session: Session, type: string): void {
    session.changedAt = this.now()
    const { id, connectionId, paymentId } = session
    this.tell({ provider: this.name, connectionId, sessionId: id, type, paymentId })
  }
}

/** Can it still be paid, as far as the provider is concerned? */
export const isPayable = ({ status }: Session): boolean => status === 'open' || status === 'processing'
