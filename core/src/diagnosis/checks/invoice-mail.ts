import { type Clock, HOUR_MS, iso, later } from '../../kernel/clock.js'
import type { Emails } from '../../mail/emails.repository.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { kind } from '../finding.js'

const stuckKind = kind<{ count: number }, { error: string }>({
  code: 'invoice_mail.stuck',
  severity: 'wrong',
  operator: ({ count, error }) =>
    `${count} not emailed by the invoicing provider for an hour: ${error}: paylink invoicing status --mode live`,
  'es-MX': ({ count }) => ({
    what:
      count === 1
        ? 'Una factura lleva más de una hora sin mandarse por correo.'
        : `${count} facturas llevan más de una hora sin mandarse por correo.`,
    means: 'Están timbradas y son válidas. Tus clientes las pueden descargar de su enlace.',
    remedy: 'Revisa la conexión de facturación. Si urge, manda tú el PDF y el XML.',
  }),
  en: ({ count }) => ({
    what:
      count === 1
        ? 'An invoice has not been e-mailed for more than an hour.'
        : `${count} invoices have not been e-mailed for more than an hour.`,
    means: 'They are stamped and valid. Your customers can download them from their link.',
    remedy: 'Check the invoicing connection. If it is urgent, send the PDF and XML yourself.',
  }),
  place: 'invoicing',
})

/** Invoices that their provider should have emailed an hour ago. No finding if there are none. */
export class InvoiceMailCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly emails: Pick<Emails, 'stuckAtProvider'>,
    private readonly clock: Clock,
  ) {}

  checks(whose: Whose): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'invoice mail',
        subject: { 'es-MX': 'los correos de facturas', en: 'the e-mail of invoices' },
        look: async () => {
          const before = iso(later(this.clock.now(), -HOUR_MS))
          const [first, ...others] = await this.emails.stuckAtProvider(before, whose)
          if (!first) return []
          const facts = { shown: { count: others.length + 1 }, hidden: { error: first.error ?? 'reason unknown' } }
          const owner = whose === null ? {} : { owner: { accountId: whose, livemode: true } }
          return [stuckKind('invoice mail', facts, owner)]
        },
      },
    ])
  }
}
