import type { InvoicingProvider } from '../invoicing.js'
import { type Faults, fieldsOf } from './fault.js'

const REQUIRED_METHODS = [
  ...(['checkConnection', 'listIssuers', 'chooseIssuer', 'stamp', 'findByReference', 'retrieve'] as const),
  ...(['cancel', 'file', 'verifyWebhook'] as const),
]
const OPTIONAL_METHODS = ['catalogs', 'emailInvoice', 'registerWebhook', 'unregisterWebhook'] as const

export const invoicingMethodsOf = (provider: Partial<InvoicingProvider>): (keyof InvoicingProvider)[] =>
  [...REQUIRED_METHODS, ...OPTIONAL_METHODS].filter((name) => typeof provider[name] === 'function')

/** The capabilities must agree with the methods. */
export function* invoicingAgreementFaults(manifest: unknown, methods: readonly string[]): Faults {
  for (const name of REQUIRED_METHODS) if (!methods.includes(name)) yield `It has no method ${name}.`
  const { emailsInvoices } = fieldsOf(fieldsOf(manifest)['capabilities'])
  if ((emailsInvoices === true) === methods.includes('emailInvoice')) return
  yield 'capabilities.emailsInvoices must be true if, and only if, emailInvoice is implemented.'
}
