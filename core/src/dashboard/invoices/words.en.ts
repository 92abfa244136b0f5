import type { InvoiceListWords } from './words.es-mx.js'

export const en: InvoiceListWords = {
  title: 'Invoices',
  caption: 'Invoices, newest first',
  kinds: { all: 'All', waiting: 'Waiting', stamped: 'Stamped', rejected: 'Rejected', cancelled: 'Cancelled' },
  search: 'RFC, name, e-mail or fiscal folio',
  month: 'Requested in',
  anyMonth: 'Any month',
  heads: { receiver: 'Recipient', status: 'Status', asked: 'Requested', total: 'Total', files: 'Files' },
  folio: (folio) => `Folio ${folio}`,
  waiting: (reason) => `${reason}. It is tried again by itself.`,
  nextStep: 'It will be stamped by itself in a moment.',
  rejected: (reason) => `The SAT or your provider said: ${reason}.`,
  correct: 'Open it to correct it.',
  cancelling: 'Waiting for the recipient to answer the SAT.',
  download: (format, receiver) => `${format} of ${receiver}`,
  empty: {
    title: 'No invoices yet',
    text: 'Customers can request invoices for links that allow them, after paying. Each one will be here, and why it waits.',
    setUp: 'Set up invoicing',
  },
  noMatch: {
    title: 'No invoice matches',
    text: (filters) => `Hidden by: ${filters}.`,
    notYet: 'We looked through the newest. There may be older ones.',
    all: 'See all',
  },
}
