import type { ApprovableOperation } from '../../accounts/controls.js'
import type { PageLocale } from '../../kernel/choose-locale.js'

type Words = Record<ApprovableOperation, string>

const LANGUAGES: Record<PageLocale, Words> = {
  'es-MX': {
    create_payment_link: 'crear un enlace de pago',
    update_payment_link: 'cambiar un enlace de pago',
    disable_payment_link: 'desactivar un enlace de pago',
    mark_payment_link_paid: 'marcar un enlace como pagado',
    email_payment_link: 'mandar un enlace por correo',
    request_payment_invoice: 'pedir la factura de un pago',
    cancel_payment_invoice: 'cancelar la factura de un pago',
  },
  en: {
    create_payment_link: 'create a payment link',
    update_payment_link: 'change a payment link',
    disable_payment_link: 'disable a payment link',
    mark_payment_link_paid: 'mark a link as paid',
    email_payment_link: 'e-mail a link',
    request_payment_invoice: 'request the invoice of a payment',
    cancel_payment_invoice: 'cancel the invoice of a payment',
  },
}

/** After “wants to”; of an operation without words its name. */
export const operationText = (locale: PageLocale, operation: string): string =>
  (LANGUAGES[locale] as Record<string, string>)[operation] ?? operation
