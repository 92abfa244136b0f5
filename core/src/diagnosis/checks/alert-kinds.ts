import type { Alert } from '../../alerts/alerts.repository.js'
import { type Explanation, kind, type Place } from '../finding.js'

interface Shown {
  /** Of the endpoint; empty if the alert is about something else. */
  host: string
}

interface Hidden {
  message: string
  commands: string[]
}

interface Words {
  place: Place['page']
  'es-MX': (shown: Shown) => Explanation
  en: (shown: Shown) => Explanation
}

const ALERTS: Record<Alert['kind'], Words> = {
  'webhook_endpoint.failing': {
    place: 'webhooks',
    'es-MX': ({ host }) => ({
      what: `Tu webhook en ${host} lleva más de un día sin contestar bien.`,
      means:
        'Tu sistema no se entera de los pagos. A los cinco días dejamos de mandarle. El dinero no depende de esto.',
      remedy: 'Mira qué contestó, arréglalo, y reenvía lo que no recibió.',
    }),
    en: ({ host }) => ({
      what: `Your webhook at ${host} has not answered properly for more than a day.`,
      means:
        'Your system does not learn of payments. After five days we stop sending. Your money does not depend on this.',
      remedy: 'See what it answered, repair it, and resend what it missed.',
    }),
  },
  'webhook_endpoint.disabled': {
    place: 'webhooks',
    'es-MX': ({ host }) => ({
      what: `Dejamos de mandar a tu webhook en ${host}.`,
      means: 'Tu sistema no se entera de los pagos nuevos. El dinero no depende de esto.',
      remedy: 'Cuando ya conteste, presiona “Volver a mandar” y reenvía lo que no recibió.',
    }),
    en: ({ host }) => ({
      what: `We stopped sending to your webhook at ${host}.`,
      means: 'Your system does not learn of new payments. Your money does not depend on this.',
      remedy: 'Once it answers, press “Resume” and resend what it missed.',
    }),
  },
  'invoicing.stalled': {
    place: 'invoicing',
    'es-MX': () => ({
      what: 'Hay facturas que llevan más de una hora sin timbrarse.',
      means: 'Tus cobros están completos. Las facturas se timbran solas en cuanto se pueda.',
      remedy: 'Revisa que te queden timbres y que la conexión siga vigente.',
    }),
    en: () => ({
      what: 'There are invoices that have waited for a stamp for more than an hour.',
      means: 'Your charges are complete. The invoices are stamped as soon as it is possible.',
      remedy: 'Check that you have stamps left and that the connection still works.',
    }),
  },
  'invoice.total_differs': {
    place: 'payments',
    'es-MX': () => ({
      what: 'Una factura se timbró por un total distinto al que te pagaron.',
      means: 'El dinero está completo; la factura no coincide con él.',
      remedy: 'Cancélala con el motivo “Tiene errores” y pídela otra vez.',
    }),
    en: () => ({
      what: 'An invoice was stamped for another total than you were paid.',
      means: 'The money is complete; the invoice does not match it.',
      remedy: 'Cancel it with the reason “It has errors” and request it again.',
    }),
  },
  'invoice.cancellation_refused': {
    place: 'payments',
    'es-MX': () => ({
      what: 'Una factura no se canceló: sigue vigente.',
      means: 'Cuenta en tus impuestos hasta que se cancele. No cambia el cobro.',
      remedy: 'Acuérdalo con tu cliente y pide la cancelación otra vez.',
    }),
    en: () => ({
      what: 'An invoice was not cancelled: it is still valid.',
      means: 'It counts for your taxes until it is cancelled. The charge stays as it is.',
      remedy: 'Agree on it with your customer and request the cancellation again.',
    }),
  },
  'payment.disputed': {
    place: 'payments',
    'es-MX': () => ({
      what: 'Un cliente disputó un pago con su banco.',
      means: 'Si no respondes a tiempo, el banco puede devolverle ese dinero.',
      remedy: 'Responde la disputa en el panel de tu proveedor de pagos.',
    }),
    en: () => ({
      what: "A customer disputed a payment with the customer's bank.",
      means: 'If you do not respond in time, the bank may return that money.',
      remedy: "Respond to the dispute in your payment provider's dashboard.",
    }),
  },
}

const operator = ({ message, commands }: Hidden): string =>
  commands.length === 0 ? message : `${message} Run: ${commands.join(', then ')}.`

/** Not faults of the installation, but a person should know. */
export const alertKind = (of: Alert['kind']) =>
  kind<Shown, Hidden>({ code: `alert.${of}`, severity: 'attention', operator, ...ALERTS[of] })
