import type { InvoiceMessages } from './es-mx.js'

export const invoiceEn: InvoiceMessages = {
  get: 'Get my invoice (CFDI)',
  heading: 'Request your invoice (CFDI)',
  headingOfOne: 'Your invoice (CFDI)',
  intro: 'Enter your details exactly as shown on your tax certificate (Constancia de Situación Fiscal).',
  until: (day) => `You can request it here until ${day}.`,
  refusedUntil: (day) => `Correct your details and request it again by ${day}.`,
  goBack: 'Back to the payment page',

  labels: {
    rfc: 'RFC (tax ID)',
    name: 'Name or company name',
    zip: 'Tax address postal code',
    regimenFiscal: 'Tax regime',
    usoCfdi: 'CFDI use (uso de CFDI)',
    formaPago: 'How did you pay?',
    email: 'Email (optional)',
  },
  hints: {
    rfc: '13 characters for a person, 12 for a company.',
    name: 'Exactly as on your certificate, without “SA de CV” or any other company type.',
    zip: 'The one on your certificate, not your delivery address.',
    regimenFiscal: 'The one on your certificate.',
    usoCfdi: 'What you will use the invoice for.',
    formaPago: 'The tax authority (SAT) requires it and the payment doesn’t include it.',
    email: 'We’ll email you the invoice when it’s ready.',
    emailElsewhere: 'To send the invoice to a different address.',
    emailUnsent: 'Email isn’t available right now: you’ll find the invoice on this page.',
  },
  sendTo: (address) => `Send it to ${address}`,
  choose: 'Choose from the list',
  groups: {
    fisica: 'Individuals (13-character RFC)',
    moral: 'Companies (12-character RFC)',
    both: 'Individuals and companies',
  },
  narrow: 'Show only the options for my RFC',
  narrowed: {
    fisica: 'Showing only the options for individuals.',
    moral: 'Showing only the options for companies.',
  },
  submit: 'Request my invoice',

  faultsTitle: 'Check these details',
  missing: {
    rfc: 'Enter your RFC.',
    name: 'Enter your name or company name.',
    zip: 'Enter the postal code.',
    regimenFiscal: 'Choose your tax regime.',
    usoCfdi: 'Choose what you will use the invoice for.',
    formaPago: 'Choose how you paid.',
  },
  faults: {
    rfc_malformed: 'This RFC isn’t valid. It has 13 characters for an individual and 12 for a company.',
    rfc_foreigner: 'Invoices for residents abroad can’t be requested here. Ask the merchant directly.',
    name_too_long: 'The name can have at most 300 characters.',
    name_has_bar: 'The name can’t contain a vertical bar ( | ).',
    name_has_control_character: 'The name contains a line break or an invisible character. Enter it again.',
    zip_malformed: 'The postal code must have five digits.',
    zip_unknown: 'This postal code doesn’t exist.',
    regime_unknown: 'Choose a regime from the list.',
    regime_not_of_kind: 'That regime doesn’t match the RFC: 13 characters belong to an individual, 12 to a company.',
    regime_not_of_general_public: 'With the generic RFC the regime is 616, Sin obligaciones fiscales.',
    use_unknown: 'Choose a use from the list.',
    use_not_for_income: 'That use doesn’t apply to a purchase. Choose another one from the list.',
    use_not_of_kind: 'That use doesn’t match the RFC: 13 characters belong to an individual, 12 to a company.',
    use_not_of_regime: 'The tax regime doesn’t allow that use. Choose another one.',
    use_not_of_general_public: 'With the generic RFC the use is S01, Sin efectos fiscales.',
    email_malformed: 'Enter a complete email address, like name@example.com, or leave it empty.',
    forma_not_allowed: 'Choose one of the payment methods on the list.',
  },
  wrongCheckDigit:
    'Check your RFC: the check digit doesn’t match. If that’s how it appears on your certificate, you can continue.',

  refusedTitle: 'The tax authority (SAT) rejected your invoice',
  refused: {
    rfc: 'The SAT doesn’t list this RFC as active.',
    name: 'The SAT has a different name on record for this RFC.',
    zip: 'The SAT has a different postal code on record for this RFC.',
    regimenFiscal: 'The SAT doesn’t have this regime on record for this RFC.',
    usoCfdi: 'The SAT doesn’t allow this use with this RFC and regime.',
    formaPago: 'The SAT doesn’t allow this payment method.',
  },
  correction: {
    rfc: 'Check it on the certificate.',
    name: 'Enter it exactly as on the certificate, without “SA de CV”.',
    zip: 'Enter the one of the tax address.',
    regimenFiscal: 'Choose the one on the certificate.',
    usoCfdi: 'Choose another one.',
    formaPago: 'Choose another one.',
  },
  refusedOtherwise: (merchant) => `Check your details and request it again. If it happens again, let ${merchant} know.`,
  theirWords: 'SAT’s response:',

  notices: {
    tooOften: 'Too many attempts. Wait a minute and request it again: what you entered is still here.',
    tooOftenToday:
      'The invoice for this payment was requested too many times today. Try again tomorrow or ask the merchant for it: what you entered is still here.',
    notAsked: 'The invoice couldn’t be requested. Try again in a few minutes: what you entered is still here.',
    wrongReceiver: 'This doesn’t match the invoice. Check it and try again.',
    otherReceiver:
      'The invoice for this payment was already requested with a different RFC. Enter that RFC to correct the details, or ask the merchant to change them.',
    tooManyProofs: 'Too many attempts. Wait a while before you try again.',
  },

  proof: {
    title: 'Confirm that this invoice is yours',
    toSee: 'Enter the RFC on the invoice to see its details and download the files.',
    toCorrect: 'Enter the RFC you requested it with to see and correct your details.',
    lasts: 'This browser will remember it for 15 minutes.',
    generic: 'Everyone knows the generic RFC, so we ask for one more detail.',
    rfc: 'RFC on the invoice',
    email: 'Email you requested it with',
    address: 'Email',
    name: 'Name or company name on the invoice',
    see: 'View my invoice',
    correct: 'View and correct my details',
    wrongRfc: 'Was the RFC wrong?',
    startOver: 'Start a new request',
  },
  stamping: {
    title: 'Your invoice is being stamped…',
    text: 'It usually takes a few seconds. You can close this page: your invoice will appear here.',
    slow: 'It’s taking longer than usual. You don’t need to request it again: it will appear here as soon as it’s ready.',
    doubtful: 'The check digit of your RFC doesn’t match. If the SAT rejects it, you can correct it here.',
    refresh: 'Refresh',
  },
  stamped: {
    title: 'Your invoice is ready',
    text: 'Keep both files: the XML is the one that’s valid for the tax authority (SAT); the PDF is the printable version.',
    test: 'Test invoice, not valid for tax purposes.',
    pdf: 'Download PDF',
    xml: 'Download XML',
    receiver: 'Issued to',
    total: 'Total',
    date: 'Stamped',
    folio: 'Folio fiscal (UUID)',
  },
  mailed: {
    will: (address) => `We’ll also send it to ${address}.`,
    sent: (address) => `We sent it to ${address}.`,
    unknown: (address) => `We sent it to ${address}, but we don’t know if it arrived.`,
    failed: (address) => `It couldn’t be sent to ${address}. Download it here.`,
    simulated: (address) => `No email is sent in test mode: the one to ${address} is only simulated.`,
  },
  cancelPending: {
    title: 'Cancellation in progress',
    text: (merchant) => `${merchant} asked to cancel this invoice. Until the SAT confirms, it’s still valid.`,
  },
  cancelled: {
    title: 'Your previous invoice was canceled',
    text: 'It’s no longer valid for tax purposes.',
    folio: (folio) => `It’s no longer valid for tax purposes. Its folio fiscal was ${folio}.`,
  },

  notPaid: {
    title: 'This link hasn’t been paid yet',
    text: 'You can request your invoice once you’ve paid. If you already have, wait for the payment to be confirmed.',
  },
  notInvoiceable: {
    title: 'An invoice for this payment can’t be requested here',
    text: (merchant) => `If you need one, ask ${merchant} directly.`,
  },
  refunded: {
    title: 'This payment was refunded',
    text: 'That’s why it can no longer be invoiced.',
  },
  tooLate: {
    title: 'The deadline to request your invoice here has passed',
    text: (day, merchant) =>
      `It could be requested until ${day}. If you still need it, ask ${merchant} for your invoice.`,
  },

  noFile: {
    title: 'There’s no invoice yet',
    text: 'Your invoice page shows whether it was requested, or lets you request it.',
  },
  filesAway: {
    title: 'The file isn’t available right now',
    text: 'Your invoice is stamped and valid. Try again in a few minutes.',
  },
  misread: {
    title: 'We couldn’t read the data sent',
    text: 'Your invoice wasn’t requested. Go back to the page and enter your details again.',
  },
  broken: {
    title: 'Something went wrong on our side',
    text: 'Before you request it again, check on your invoice page whether it was already requested.',
  },
  backToInvoice: 'Go to your invoice page',
}
