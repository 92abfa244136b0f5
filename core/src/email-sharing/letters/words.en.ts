import type { LetterWords } from './words.es-mx.js'

export const en: LetterWords = {
  someMerchant: 'The merchant',

  subjects: {
    request: (merchant) => `${merchant} asks you for a payment`,
    reminder: (merchant) => `Your payment link from ${merchant} is about to expire`,
    receipt: (merchant) => `Receipt for your payment to ${merchant}`,
    invoice: (merchant) => `Your invoice from ${merchant}`,
    alert: (merchant) => `${merchant}: something needs your attention`,
  },

  request: {
    greeting: (customer) => `Hello${customer === null ? '' : ` ${customer}`}, here is your payment link.`,
    button: 'View and pay',
    until: (time) => `Available until ${time}.`,
    why: (merchant) =>
      `You get this mail because ${merchant} asks you for a payment. If you did not expect it, do not pay; ask them first.`,
  },
  reminder: {
    relation: 'reminds you of a payment',
    greeting: (customer) =>
      `Hello${customer === null ? '' : ` ${customer}`}, your payment link is about to expire. If you have paid, do not pay again.`,
    until: (time) => `It expires on ${time}.`,
    why: (merchant) =>
      `You get this mail because ${merchant} asked you for a payment. If you did not expect it, do not pay; ask them first.`,
  },
  receipt: {
    title: 'Payment received',
    greeting: (customer, merchant) =>
      `Thank you${customer === null ? '' : `, ${customer}`}! ${merchant} has your payment; there is nothing more to do.`,
    button: 'View the receipt online',
    attached: 'Your receipt is attached as a PDF. It is not an invoice (CFDI).',
    invoicing: (day) => `Do you need an invoice (CFDI)? Request it by ${day} at`,
    why: (merchant) => `You get this mail because ${merchant} received a payment from you.`,
  },
  invoice: {
    relation: 'sends you your invoice',
    title: 'Your invoice is ready',
    greeting: (customer, merchant) =>
      `Hello${customer === null ? '' : ` ${customer}`}, here is the invoice (CFDI) for your payment to ${merchant}.`,
    rfc: 'RFC',
    name: 'Made out to',
    stamped: 'Stamped on',
    folio: 'Fiscal folio',
    button: 'View the invoice online',
    attached: 'It is attached as PDF and XML. The XML is the tax document itself: keep it.',
    worthless: 'It is a test invoice, without fiscal value.',
    why: (merchant) =>
      `You get this mail because the invoice for a payment to ${merchant} was requested for this address.`,
  },
  alert: {
    relation: 'has something to look at',
    title: 'Something needs your attention',
    look: 'To see how everything is, run this where the service runs:',
    why: 'You get this mail because you run the payment service.',
    about: {
      'webhook_endpoint.failing': 'webhooks',
      'webhook_endpoint.disabled': 'webhooks',
      'invoicing.stalled': 'invoices that are not stamped',
      'invoice.total_differs': 'an invoice with another total',
      'invoice.cancellation_refused': 'an invoice that was not cancelled',
      'payment.disputed': 'a disputed payment',
    },
    says: {
      'webhook_endpoint.failing': (id) =>
        `The webhook endpoint ${id} has answered with nothing but failures for a day; after five it is disabled. ` +
        `What it answers: paylink webhooks deliveries ${id}.`,
      'webhook_endpoint.disabled': (id) =>
        `The webhook endpoint ${id} was disabled, because it did not answer well. Once it works again: ` +
        `paylink webhooks enable ${id}, then paylink webhooks resend --failed --endpoint ${id}.`,
      'invoicing.stalled': () =>
        'Invoices have been waiting for an hour to be stamped. They are stamped by themselves as soon as possible; check ' +
        'that you have stamps, and that the connection still holds: paylink invoicing status --mode live.',
      'invoice.total_differs': (id) =>
        `Invoice ${id} was stamped with another total than was paid. Cancel it with motivo 02 and request it again.`,
      'invoice.cancellation_refused': (id) =>
        `The cancellation of invoice ${id} did not go through: it is still valid. Agree on it with your customer and ask again.`,
      'payment.disputed': (id) =>
        `The customer’s bank disputes payment ${id}. Answer it in time, in your payment provider’s dashboard.`,
    },
  },

  opens: (host) => `The button opens ${host}. Check that your browser shows this address before you go on.`,
  opensPage: (host) => `The button opens ${host}.`,
  unsubscribe: (merchant) => `I do not want more mail from ${merchant}`,

  pdf: {
    heading: 'Payment receipt',
    customer: 'Customer',
    testMark: 'Test mode: without value',
    notAnInvoice: 'This receipt is not an invoice (CFDI).',
    page: (number, of) => `Page ${number} of ${of}`,
  },

  unsubscribePage: {
    title: (merchant) => `No more mail from ${merchant}?`,
    text: (address) =>
      `${address} gets nothing more from them: no payment links, no reminders, no receipts, no invoices.`,
    note: 'Your payments and your links stay as they are.',
    button: 'Stop these mails',
    doneTitle: (merchant) => `You get no more mail from ${merchant}`,
    doneText: (address) => `${address} is off their mails. You can close this page now.`,
    mistake: (merchant) => `Was it a mistake? Tell ${merchant}:`,
  },
}
