import type { Messages } from './es-mx.js'
import { invoiceEn } from './invoice.en.js'

export const en: Messages = {
  otherLanguage: 'Español',
  testMode: 'Test mode: no charge is real.',
  pager: { label: 'Pages', newer: 'Newer', older: 'Older' },

  merchant: {
    asks: 'is requesting a payment',
    asked: 'requested a payment',
    received: 'received your payment',
    returned: 'refunded your payment',
    questions: 'Questions?',
    writeTo: (merchant) => `Email ${merchant}`,
    call: (phone) => `Call ${phone}`,
    chat: 'WhatsApp',
    chatWith: (merchant) => `Message ${merchant} on WhatsApp`,
  },

  seals: {
    paid: 'Paid',
    refunded: 'Refunded',
    processing: 'Not confirmed',
    voucher: 'Payment due',
    lapsed: 'Reference expired',
    expired: 'Expired',
    disabled: 'Closed',
  },

  lines: {
    heading: 'Details',
    count: (count) => `Show all ${count} items`,
    subtotal: 'Subtotal',
    addedIva: (percent) => `VAT (IVA) ${percent}%`,
    includesIva: 'VAT (IVA) included',
    taxes: { iva_included: 'VAT included', iva_added: 'plus VAT', exempt: 'no VAT' },
    total: 'Total',
  },

  methods: {
    names: {
      card: 'card',
      wallet: 'digital wallet',
      retail_cash: 'cash',
      spei_transfer: 'bank transfer',
      bnpl: 'installments',
      bank_debit: 'bank debit',
      other: 'another method',
    },
    details: {
      card: ['credit', 'debit'],
      wallet: ['your wallet’s balance'],
      retail_cash: ['convenience store'],
      spei_transfer: ['SPEI'],
      bnpl: ['pay over time'],
      bank_debit: ['direct debit'],
      other: ['you choose on the next page'],
    },
    pay: 'Pay',
    by: (names) => `by ${names}`,
    byOne: {
      card: 'by card',
      wallet: 'with a digital wallet',
      retail_cash: 'in cash',
      spei_transfer: 'by bank transfer',
      bnpl: 'in installments',
      bank_debit: 'by bank debit',
      other: 'another way',
    },
    with: (details, provider) => `${details}, with ${provider}`,
    choose: 'Choose how to pay',
    marks: 'Accepted here',
    secure: (providers) => `You’ll pay on a secure page by ${providers}.`,
    until: 'You can pay until',
    invoice: 'After paying you can request your invoice (CFDI).',
  },

  confirmation: {
    mail: 'we’ll email you as soon as it is confirmed',
    page: 'you’ll see it on this page as soon as it is confirmed',
  },
  refresh: {
    text: 'This page refreshes automatically.',
    stop: 'Stop',
  },

  processing: {
    title: 'A payment is already in progress',
    text: (confirmation) =>
      `If you started it, you can continue. If you have already paid, don’t pay again: ${confirmation}.`,
    resume: 'Continue to payment',
    resumeDetail: (provider) => `On ${provider}’s page`,
    startOver: 'Start over',
    warning:
      'Want to pay another way? We’ll cancel the open payment first. If you have already paid, don’t start over.',
  },
  opening: {
    title: 'Opening your payment…',
    text: (provider) =>
      `${provider ?? 'The payment provider'} hasn’t confirmed it yet. You haven’t been charged. Wait a moment, then try again.`,
    tryAgain: 'Try again',
    tryAgainDetail: 'If it was opened, we’ll take you there',
  },
  voucher: {
    title: 'Payment pending',
    text: 'Pay with this reference. Your payment will show on this page as soon as it is confirmed. Don’t pay twice.',
    cash: 'Give this reference at the register and pay in cash. Your payment will show on this page as soon as the store confirms it. Don’t pay twice.',
    transfer:
      'In your bank’s app, transfer the exact amount to this CLABE. Your payment will show on this page as soon as it arrives. Don’t pay twice.',
    transferByReference:
      'In your bank’s app, transfer the exact amount with this reference. Your payment will show on this page as soon as it arrives. Don’t pay twice.',
    reference: 'Reference',
    clabe: 'CLABE',
    bank: 'Bank',
    beneficiary: 'Beneficiary',
    stores: 'Where to pay',
    exactly: 'Exact amount',
    deadline: 'Pay no later than',
    lapsed:
      'If you have already paid, don’t pay again: your payment may take a while to be confirmed. If you haven’t, don’t use this reference anymore.',
    lapsedOn: 'It expired',
    lapsedTitle: 'The reference has expired',
    lapsedResume: 'See the reference',
    resume: 'See how to pay',
    resumeDetail: (provider) => `On ${provider}’s page`,
    instructions: 'View the payment slip',
    otherWayTitle: 'Prefer to pay another way?',
    otherWay: 'Pay another way',
    otherWayText:
      'We’ll cancel this reference first. After that, don’t use it. If you have already paid it, wait here.',
    lapsedOtherTitle: 'Haven’t paid yet?',
    lapsedOtherText: 'Choose how to pay again. If you have already paid, wait here.',
  },
  paid: {
    title: 'Payment received',
    text: (merchant) => `Thank you. ${merchant} has your payment; there is nothing more to do.`,
    date: 'Date',
    method: 'Payment method',
    recordedBy: (merchant) => `Not specified (recorded by ${merchant})`,
    number: 'Receipt no.',
    id: 'Payment ID:',
    receipt: 'Download receipt (PDF)',
    viewInvoice: 'View my invoice (CFDI)',
    refundedTitle: 'Payment refunded',
    refundedText: (merchant) => `${merchant} refunded this payment. Your bank may take a few days to show it.`,
    refunded: 'Refunded',
  },
  expired: {
    title: 'This link has expired',
    text: (merchant) => `It can no longer be paid. If you still want to pay, ask ${merchant} for a new link.`,
  },
  disabled: {
    title: 'This link is no longer available',
    text: (merchant) =>
      `${merchant} closed it, and it no longer takes payments. If you still want to pay, ask for a new one.`,
  },
  cutOff: {
    title: 'This link is about to expire',
    text: (merchant) => `There is not enough time left to start a payment. Ask ${merchant} for a new link.`,
    expires: 'It expires',
  },
  unavailable: {
    title: 'This link can’t be paid right now',
    text: (merchant) =>
      `No payment method is available for this link. You haven’t been charged. Try again later, or ask ${merchant}.`,
  },

  returned: {
    title: 'Your payment is still in progress',
    text: (confirmation) => `Don’t pay again: ${confirmation}.`,
    refresh: 'Refresh',
    unfinished: 'Didn’t finish paying?',
    goOn: 'Continue to payment',
    notPaid: 'The payment was not completed',
    notPaidText: 'You haven’t been charged. You can try again whenever you like.',
    noneYet: 'We don’t see your payment yet',
    noneYetText: 'If you have just paid, wait a moment and refresh this page before trying again.',
    goBack: 'Back to the payment link',
  },

  invoice: invoiceEn,

  notices: {
    notOpened: 'The payment could not be opened. You haven’t been charged. Try again, or choose another way to pay.',
    notClosed:
      'The provider doesn’t allow us to cancel the open payment, so we did not start another. Finish it, or ask the merchant to release this link.',
    notRestarted: 'We could not cancel the open payment, so we did not start another. You haven’t been charged twice.',
    inProgress: 'A payment for this link is already in progress, so we did not open another.',
    tooOften:
      'Too many attempts: we did not open the payment this time. You haven’t been charged. Wait a minute and try again.',
    keptOpen: 'Too many attempts: we kept the payment that was already open. To start another, wait a minute.',
    tooManyToday:
      'Too many attempts today: we did not open another payment. You haven’t been charged. Come back tomorrow, or ask the merchant for another link.',
    keptOpenToday: 'Too many attempts today: we kept the payment that was already open. You can still finish it.',
    comeBack:
      'We couldn’t open your payment because of a problem on our end. You haven’t been charged. Come back in a minute and try again.',
    paused:
      'Payments are paused for the moment. You haven’t been charged now. If you paid before, don’t pay again: ask the merchant. If not, try again later.',
    unknownWay: 'That payment method is not available. You haven’t been charged. Choose one of those below.',
    unknownWayNow: 'That payment method is not available. Below you can see the status of this payment.',
  },

  missing: {
    title: 'We can’t find this link',
    text: 'Check that the address is complete, or ask the person who sent it for the link.',
  },
  misread: {
    title: 'We couldn’t read what was sent',
    text: 'You haven’t been charged. Go back to the payment link and choose again how to pay.',
  },
  broken: {
    title: 'Something went wrong on our end',
    text: 'Before you try again, go back to the payment link: it shows whether your payment is in progress or confirmed.',
  },
  outage: {
    title: 'This page is not available right now',
    text: 'There is nothing wrong with your link. Open it again in a minute: it shows whether your payment is open or confirmed.',
  },
}
