import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import type { ProofOfPayment } from './proof-of-payment.js'

interface Row {
  payment_id: string
  account_id: string
  livemode: boolean
  content_type: string
  content: Uint8Array
}

export class ProofsOfPayment {
  constructor(private readonly reader: Reader) {}

  async find(scope: Scope, paymentId: string): Promise<ProofOfPayment | undefined> {
    const row = await this.reader<Row>('receipts')
      .where({ payment_id: paymentId, account_id: scope.accountId, livemode: scope.livemode })
      .first()
    return row && { contentType: row.content_type, content: row.content }
  }

  async insert(tx: Tx, scope: Scope, paymentId: string, proof: ProofOfPayment): Promise<void> {
    await tx('receipts').insert({
      payment_id: paymentId,
      account_id: scope.accountId,
      livemode: scope.livemode,
      content_type: proof.contentType,
      content: proof.content,
    })
  }
}
