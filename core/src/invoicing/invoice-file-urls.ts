import { type Clock, SECOND_MS } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Sealer } from '../secrets/sealer.js'
import type { FileFormat } from './invoice-files.repository.js'
import type { Invoice } from './invoice.js'

/** Fifteen minutes, the API's contract (R193). */
export const FILE_URL_SECONDS = 15 * 60

const PURPOSE = 'invoice file'
const IS_SIGNATURE = /^[0-9a-f]{64}$/
const IS_TIME = /^\d{1,12}$/

/** Signed URLs, each valid for 15 minutes and for one file of one invoice (I41). */
export class InvoiceFileUrls {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  of({ id, livemode }: Pick<Invoice, 'id' | 'livemode'>, format: FileFormat): string {
    const expires = Math.floor(this.clock.now().getTime() / SECOND_MS) + FILE_URL_SECONDS
    const signature = this.sealer.authenticate(PURPOSE, signed({ id, livemode }, format, String(expires)))
    return `${this.baseUrl}/files/invoices/${id}.${format}?expires=${expires}&signature=${signature}`
  }

  /** Whether the signature matches this file and has not expired. */
  verify(
    invoice: Pick<Invoice, 'id' | 'livemode'>,
    format: FileFormat,
    { expires, signature }: { expires: unknown; signature: unknown },
  ): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string') return false
    if (!IS_TIME.test(expires) || !IS_SIGNATURE.test(signature)) return false
    if (!this.sealer.isAuthentic(PURPOSE, signed(invoice, format, expires), signature)) return false
    return this.clock.now().getTime() < Number(expires) * SECOND_MS
  }
}

const signed = ({ id, livemode }: Pick<Invoice, 'id' | 'livemode'>, format: FileFormat, expires: string): string =>
  [id, livemode ? 'live' : 'test', format, expires].join('|')
