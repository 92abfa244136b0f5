import { createHash } from 'node:crypto'
import type { ProviderState } from '@paylink/plugin-api'
import type { Reader, Tx } from '../database/engine.js'
import type { Payment } from './payment.js'

/** One answer that decided about a payment, or put it under review. */
export interface KeptAnswer {
  seenAt: string
  /** SHA-256, in hex, of what it says of the money. */
  hash: string
  state: ProviderState
}

interface Row {
  payment_id: string
  hash: string
  seen_at: string
  state: string
}

/** The evidence behind what we say of money: the provider's answers, word for word (I11). */
export class ProviderAnswers {
  constructor(private readonly reader: Reader) {}

  /** True: the provider had not said just this before. */
  async keep(tx: Tx, paymentId: string, state: ProviderState, seenAt: string): Promise<boolean> {
    const text = JSON.stringify(state)
    // Of what it says of the money: addresses and wording may differ each time.
    const { status, providerRef, livemode, amount, amountRefunded, paidAt } = state
    const money = [amount?.amount, amount?.currency, amountRefunded, paidAt]
    const words = [status, providerRef, state.paymentId, livemode, ...money]
    const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex')
    const kept: unknown[] = await tx('provider_answers')
      .insert({ payment_id: paymentId, hash, seen_at: seenAt, state: text })
      .onConflict(['payment_id', 'hash'])
      .ignore()
      .returning('hash')
    return kept.length === 1
  }

  /** Whether it ever confirmed money for this very checkout, whatever was odd about it. */
  async confirmedMoney({ id, providerRef }: Payment, on: Reader | Tx = this.reader): Promise<boolean> {
    const states = await on<Row>('provider_answers').where({ payment_id: id }).pluck('state')
    return states.some((text) => {
      const said = JSON.parse(text) as ProviderState
      return said.providerRef === providerRef && (said.status === 'paid' || said.status === 'refunded')
    })
  }

  /** Oldest first. */
  async of(paymentId: string): Promise<KeptAnswer[]> {
    const rows = await this.reader<Row>('provider_answers')
      .where({ payment_id: paymentId })
      .orderBy(['seen_at', 'hash'])
    return rows.map((row) => ({
      seenAt: row.seen_at,
      hash: row.hash,
      state: JSON.parse(row.state) as ProviderState,
    }))
  }
}
