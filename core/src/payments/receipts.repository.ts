import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import type { Receipt } from './receipt.js'

interface Row {
  payment_id: string
  account_id: string
  livemode: boolean
  content_type: string
  content: Uint8Array
}

export class Receipts {
  constructor(private readonly reader: Reader) {}

  async find(scope: Scope, paymentId: string): Promise<Receipt | undefined> {
    const row = await this.reader<Row>('receipts')
      .where({ payment_id: paymentId, account_id: scope.accountId, livemode: scope.livemode })
      .first()
    return row && { contentType: row.content_type, content: row.content }
  }

  async insert(tx: Tx, scope: Scope, paymentId: string, receipt: Receipt): Promise<void> {
    await tx('receipts').insert({
      payment_id: paymentId,
      account_id: scope.accountId,
      livemode: scope.livemode,
      content_type: receipt.contentType,
      content: receipt.content,
    })
  }
}
