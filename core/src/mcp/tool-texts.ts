import type { OperationId } from '../contract/served-contract.js'

export interface ToolText {
  /** For people: clients show it beside the call. */
  title: string
  /** For agents: when to use the tool, what it does and does not do. */
  description: string
}

/** The tools in the order in which they are listed. A new operation of the contract does not compile without its text. */
export const TOOL_TEXTS: Record<OperationId, ToolText> = {
  list_connections: {
    title: 'List payment providers',
    description: 'Payment providers that are connected. Without one that is ready, no link can be created.',
  },
  create_payment_link: {
    title: 'Create payment link',
    description:
      'Creates a link with a hosted page where a customer pays a fixed amount. Charges no one by itself. Amounts are in minor units: 15000 is 150.00. Give the returned url to the customer. After a lost or unclear answer call again with the same idempotencyKey: it returns the same link.',
  },
  list_payment_links: {
    title: 'List payment links',
    description: 'Links of this account and mode, newest first. For the next page give the last id as starting_after.',
  },
  retrieve_payment_link: {
    title: 'Retrieve payment link',
    description: 'One link by its id (plink_…), with its current status.',
  },
  update_payment_link: {
    title: 'Update payment link',
    description: 'Changes an active or processing link. What is left out stays; items and amounts cannot change.',
  },
  disable_payment_link: {
    title: 'Disable payment link',
    description: 'Ends a link for good, so that it can no longer be paid. Refunds nothing.',
  },
  mark_payment_link_paid: {
    title: 'Record payment received elsewhere',
    description:
      'Records money that was received outside the checkout, such as cash, and closes the link as paid. Only when a person says that the money has arrived.',
  },
  email_payment_link: {
    title: 'Email payment link',
    description: 'Sends the link to one address. At most three times per link and minute. Test mode sends nothing.',
  },
  list_payment_link_emails: {
    title: 'List emails of a link',
    description: 'The latest 50 emails of a link, newest first, each with its delivery status.',
  },
  list_payments: {
    title: 'List payments',
    description:
      'Payments of this account and mode, newest first. For the next page give the last id as starting_after.',
  },
  retrieve_payment: { title: 'Retrieve payment', description: 'One payment by its id (pay_…).' },
  sync_payment: {
    title: 'Ask provider about payment',
    description: 'Asks the provider for the current state of a payment. Changes it only to what the provider reports.',
  },
  retrieve_payment_reference: {
    title: 'Retrieve receipt of payment',
    description: 'The receipt that was attached when a payment was recorded by hand, as a file.',
  },
  get_invoicing_connection: {
    title: 'Get invoicing connection',
    description: 'Whether invoices (CFDI) can be issued: links can be invoiceable when its status is ready.',
  },
  get_invoicing_catalogs: {
    title: 'Get invoicing catalogs',
    description: "The tax authority's codes of regimes and uses, and to which kind of tax id each applies.",
  },
  get_payment_invoice: {
    title: 'Get invoice of payment',
    description: 'The invoicing state of a payment: the payment forms it allows, and its invoice.',
  },
  request_payment_invoice: {
    title: 'Request invoice',
    description:
      "Requests the invoice (CFDI) of a succeeded payment with the customer's tax data. It is stamped within seconds, or as soon as the provider is available. An open invoice is returned unchanged.",
  },
  cancel_payment_invoice: {
    title: 'Cancel invoice',
    description:
      "Asks the tax authority to cancel the payment's invoice. Costs one stamp and refunds nothing. It may take days.",
  },
  get_payment_invoice_files: {
    title: 'Get invoice files',
    description: 'Addresses of the PDF and XML, valid for 15 minutes; null while the invoice is not stamped.',
  },
}
