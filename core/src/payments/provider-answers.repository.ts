import { createHash } from 'node:crypto'
import type { ProviderState } from '@paylink/plugin-api'
import type { Reader, Tx } from '../database/engine.js'
import type { Payment } from './payment.js'

/** An answer that settled a payment or put it under review. */
export interface StoredAnswer {
  seenAt: string
  /** SHA-256, in hex, of the fields about money. */
  hash: string
  state: ProviderState
}

interface Row {
  payment_id: string
  hash: string
  seen_at: string
  state: string
}

/** The evidence behind every statement about money: the provider's answers, verbatim (I11). */
export class ProviderAnswers {
  constructor(private readonly reader: Reader) {}

  /** True: the provider had not given this answer before. */
  async store(tx: Tx, paymentId: string, state: ProviderState, seenAt: string): Promise<boolean> {
    const text = JSON.stringify(state)
    // Only the fields about money: addresses and wording may differ each time.
    const { status, providerRef, livemode, amount, amountRefunded, paidAt } = state
    const money = [amount?.amount, amount?.currency, amountRefunded, paidAt]
    const facts = [status, providerRef, state.paymentId, livemode, ...money]
    const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
    const kept: unknown[] = await tx('provider_answers')
      .insert({ payment_id: paymentId, hash, seen_at: seenAt, state: text })
      .onConflict(['payment_id', 'hash'])
      .ignore()
      .returning('hash')
    return kept.length === 1
  }

  /** Whether it ever confirmed money for this checkout, mismatched or not. */
  async hasConfirmedMoney({ id, providerRef }: Payment, on: Reader | Tx = this.reader): Promise<boolean> {
    const states = await on<Row>('provider_answers').where({ payment_id: id }).pluck('state')
    return states.some((text) => {
      const answer = JSON.parse(text) as ProviderState
      return answer.providerRef === providerRef && (answer.status === 'paid' || answer.status === 'refunded')
    })
  }

  /** Oldest first. */
  async list(paymentId: string): Promise<StoredAnswer[]> {
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
