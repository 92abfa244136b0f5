import type { InvoiceMessages } from './es-mx.js'

export const invoiceEn: InvoiceMessages = {
  get: 'Get my invoice (CFDI)',
  heading: 'Request your invoice (CFDI)',
  headingOfOne: 'Your invoice (CFDI)',
  intro: 'Write your details as they stand on your tax certificate (Constancia de Situación Fiscal).',
  until: (day) => `You can request it here until ${day}.`,
  goBack: 'Back to the payment link',

  labels: {
    rfc: 'RFC (tax ID)',
    name: 'Name or company name',
    zip: 'Postal code of your tax address',
    regimenFiscal: 'Tax regime',
    usoCfdi: 'Use of the invoice',
    formaPago: 'What did you pay with?',
    email: 'E-mail (optional)',
  },
  hints: {
    rfc: '13 characters for a person, 12 for a company.',
    name: 'Exactly as on your certificate, without “SA de CV” or another form of company.',
    zip: 'The one on your certificate, not where things are delivered.',
    regimenFiscal: 'The one on your certificate.',
    usoCfdi: 'What you are going to use it for.',
    formaPago: 'The tax authority (SAT) asks for it, and your payment does not tell.',
    email: 'We send you the invoice when it is ready.',
  },
  choose: 'Choose from the list',
  groups: {
    fisica: 'Natural persons (RFC of 13 characters)',
    moral: 'Legal persons (RFC of 12 characters)',
    both: 'Natural and legal persons',
  },
  narrow: 'Show only what fits my RFC',
  narrowed: {
    fisica: 'Below you see only what fits a natural person.',
    moral: 'Below you see only what fits a legal person.',
  },
  submit: 'Request my invoice',

  faultsTitle: 'Check these details',
  missing: {
    rfc: 'Write your RFC.',
    name: 'Write the name or company name.',
    zip: 'Write the postal code.',
    regimenFiscal: 'Choose your tax regime.',
    usoCfdi: 'Choose what you will use the invoice for.',
    formaPago: 'Choose what you paid with.',
    email: 'Write your e-mail address.',
  },
  faults: {
    rfc_malformed: 'This is not an RFC. It has 13 characters for a person and 12 for a company.',
    rfc_foreigner: 'Invoices to residents abroad cannot be requested here. Ask whoever charged you for it directly.',
    name_too_long: 'The name has at most 300 characters.',
    name_has_bar: 'The name cannot have a vertical bar ( | ).',
    name_has_control_character: 'The name has a line break or a character that cannot be seen. Write it again.',
    zip_malformed: 'The postal code is five digits.',
    zip_unknown: 'There is no such postal code.',
    regime_unknown: 'Choose a regime from the list.',
    regime_not_of_kind:
      'That regime is not for the kind of person of your RFC: with 13 characters it is a natural person, with 12 a legal one.',
    regime_not_of_general_public: 'With the generic RFC the regime is 616, Sin obligaciones fiscales.',
    use_unknown: 'Choose a use from the list.',
    use_not_for_income: 'That use is not for a purchase. Choose another one from the list.',
    use_not_of_kind:
      'That use is not for the kind of person of your RFC: with 13 characters it is a natural person, with 12 a legal one.',
    use_not_of_regime: 'That use cannot be chosen with your tax regime. Choose another one.',
    use_not_of_general_public: 'With the generic RFC the use is S01, Sin efectos fiscales.',
    email_malformed: 'Write a complete e-mail address, like name@example.com, or leave it empty.',
    forma_not_allowed: 'Choose one of the forms of payment in the list.',
  },
  wrongCheckDigit: 'Check your RFC: its check digit does not match. If your certificate has it so, you can go on.',

  refusedTitle: 'The tax authority (SAT) refused your invoice',
  refused: {
    rfc: 'The SAT does not have this RFC as active. Check it on your certificate.',
    name: 'The SAT has another name for this RFC. Write it letter by letter as on your certificate, without “SA de CV”.',
    zip: 'The SAT has another postal code for this RFC. Write that of your tax address.',
    regimenFiscal: 'The SAT does not have this regime for this RFC. Choose the one on your certificate.',
    usoCfdi: 'The SAT does not allow this use with your RFC and your regime. Choose another one.',
    formaPago: 'The SAT does not allow this form of payment. Choose another one.',
  },
  refusedOtherwise: (merchant) =>
    `Check your data against this answer and request it again; if it happens again, tell ${merchant}.`,
  theirWords: 'The answer:',

  notices: {
    tooOften: 'There were many tries in a row. Wait a minute and request it again: what you wrote is still here.',
    tooOftenToday:
      'The invoice of this payment was requested too often today. Try again tomorrow, or ask the merchant for it: what you wrote is still here.',
    notAsked: 'The invoice could not be requested. Try again in some minutes: what you wrote is still here.',
  },

  stamping: {
    title: 'We are having your invoice stamped…',
    text: 'It usually takes some seconds. You may close this page: your invoice will be here.',
    slow: 'It is taking longer than usual. You need not request it again: it will be here as soon as it is ready.',
    mailed: (address) => `We will also send it to ${address}.`,
    doubtful: 'The check digit of your RFC does not match. If the SAT refuses it, you can correct it here.',
    refresh: 'Refresh',
  },
  stamped: {
    title: 'Your invoice is ready',
    text: 'Keep both files: the XML is what counts for the tax authority (SAT), the PDF is to be read.',
    test: 'This is a test one: it does not count for the SAT.',
    pdf: 'Download PDF',
    xml: 'Download XML',
    receiver: 'Made out to',
    total: 'Total',
    date: 'Stamped',
    folio: 'Fiscal folio',
  },
  cancelPending: {
    title: 'This invoice is to be cancelled',
    text: (merchant) => `${merchant} asked for it to be cancelled. Until the SAT confirms that, it is still valid.`,
  },
  cancelled: {
    title: 'Your earlier invoice was cancelled',
    text: (folio) => `It no longer counts for the SAT. Its fiscal folio was ${folio}.`,
  },

  notPaid: {
    title: 'This link is not paid yet',
    text: 'The invoice is requested after the payment. If you have paid, wait until the payment is confirmed.',
  },
  notInvoiceable: {
    title: 'No invoice of this payment can be requested here',
    text: (merchant) => `If you need one, ask ${merchant} directly.`,
  },
  refunded: {
    title: 'This payment was returned to you',
    text: 'That is why its invoice can no longer be requested.',
  },
  tooLate: {
    title: 'It is too late to request your invoice here',
    text: (day, merchant) =>
      `It could be requested until ${day}. If you still need it, ask ${merchant} for your invoice.`,
  },

  noFile: {
    title: 'There is no invoice here yet',
    text: 'The page of your invoice shows whether it was requested, and lets you request it.',
  },
  filesAway: {
    title: 'We cannot give you the file right now',
    text: 'Your invoice is stamped and valid. Try again in some minutes.',
  },
  misread: {
    title: 'We did not understand what your browser sent',
    text: 'Your invoice was not requested. Go back to the page and write your details again.',
  },
  broken: {
    title: 'Something went wrong on our side',
    text: 'Before you request it again, go to the page of your invoice: it shows whether it was requested.',
  },
  backToInvoice: 'Go to the page of your invoice',
}
