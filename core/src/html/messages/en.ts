import type { Messages } from './es-mx.js'
import { invoiceEn } from './invoice.en.js'

export const en: Messages = {
  otherLanguage: 'Español',
  testMode: 'Test mode: no charge is real.',

  merchant: {
    asks: 'asks you for a payment',
    asked: 'asked you for a payment',
    received: 'received your payment',
    questions: 'Questions?',
    writeTo: (merchant) => `Write to ${merchant}`,
    call: (phone) => `Call ${phone}`,
  },

  lines: {
    heading: 'Details',
    addedIva: (percent) => `VAT (IVA) ${percent}%`,
    includesIva: 'VAT (IVA) included',
    total: 'Total',
  },

  methods: {
    names: {
      card: 'card',
      wallet: 'digital wallet',
      retail_cash: 'cash',
      spei_transfer: 'bank transfer',
      bnpl: 'instalments',
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
    payBy: (names) => `Pay by ${names}`,
    payByOne: {
      card: 'Pay by card',
      wallet: 'Pay with a digital wallet',
      retail_cash: 'Pay in cash',
      spei_transfer: 'Pay by bank transfer',
      bnpl: 'Pay in instalments',
      bank_debit: 'Pay by bank debit',
      other: 'Go and pay',
    },
    with: (details, provider) => `${details}, with ${provider}`,
    choose: 'Choose how to pay',
    note: 'You pay on the provider’s secure page.',
    until: 'Available until',
  },

  processing: {
    title: 'A payment is already in progress',
    text: 'If you started it, you can go on with it. If you have paid, do not pay again: we will tell you as soon as it is confirmed.',
    resume: 'Continue the payment',
    startOver: 'Start over',
    warning:
      'Want to pay another way? We first cancel the payment that was left open. If you have paid, do not start over.',
  },
  opening: {
    title: 'We are opening your payment…',
    text: 'The provider has not confirmed it yet. You have not been charged. Wait a moment, then try again.',
    tryAgain: 'Try again',
    tryAgainDetail: 'If it was opened, we take you there',
  },
  voucher: {
    title: 'You still have to pay',
    text: 'Pay with this reference. This page will show when it is confirmed. Do not pay twice.',
    reference: 'Reference',
    deadline: 'Pay no later than',
    lapsed:
      'If you have paid, do not pay again: it may take a while to be confirmed. If you have not, do not use this reference any more. It expired on',
    lapsedTitle: 'The reference has expired',
    lapsedResume: 'See the reference',
    resume: 'See how to pay',
    resumeDetail: 'On the provider’s page',
    instructions: 'Open the payment slip',
  },
  paid: {
    title: 'Payment received',
    text: (merchant) => `Thank you. ${merchant} has your payment; there is nothing more to do.`,
    date: 'Date',
    method: 'Paid by',
    recordedBy: (merchant) => `Recorded by ${merchant}`,
    number: 'Number',
    refundedTitle: 'Payment refunded',
    refundedText: (merchant) => `${merchant} returned this payment to you. Your bank may take some days to show it.`,
    refunded: 'Refunded',
  },
  expired: {
    title: 'This link has expired',
    text: (merchant) => `It can no longer be paid. If you still want to pay, ask ${merchant} for a new link.`,
  },
  disabled: {
    title: 'This link is no longer available',
    text: (merchant) =>
      `${merchant} closed it, and it takes no more payments. If you still want to pay, ask for a new one.`,
  },
  cutOff: {
    title: 'This link is about to expire',
    text: (merchant) => `There is not enough time left to start a payment. Ask ${merchant} for a new link.`,
    expires: 'Expires on',
  },
  unavailable: {
    title: 'This cannot be paid here right now',
    text: (merchant) =>
      `No way of paying is available for this link. You were not charged. Try later, or ask ${merchant}.`,
  },

  returned: {
    title: 'Your payment is still in progress',
    text: 'Do not pay again: we will tell you as soon as it is confirmed.',
    refresh: 'Refresh',
    unfinished: 'Did not finish paying?',
    goOn: 'Continue the payment',
    notPaid: 'The payment was not completed',
    notPaidText: 'You were not charged. You can try again whenever you like.',
    noneYet: 'We do not see a payment yet',
    noneYetText: 'If you have just paid, wait a moment and refresh this page before you try again.',
    goBack: 'Back to the payment link',
  },

  invoice: invoiceEn,

  notices: {
    notOpened: 'The payment could not be opened. You were not charged. Try again, or choose another way to pay.',
    notRestarted:
      'We could not cancel the payment that was left open, so we did not start another. You were not charged twice.',
    inProgress: 'A payment of this link is already in progress, so we did not open another.',
    tooOften:
      'There were many tries in a row, so we did not open the payment this time. You were not charged. Wait a minute and try again.',
    keptOpen:
      'There were many tries in a row, so we kept the payment that was already open. To start another, wait a minute.',
    tooManyToday:
      'This link was tried many times today, so we did not open another payment. You were not charged. Come back tomorrow or ask the merchant for another link.',
    keptOpenToday:
      'This link was tried many times today, so we kept the payment that was already open. You can still finish it.',
    comeBack:
      'We could not open your payment because of a problem on our side. You were not charged. Come back in a minute and try again.',
    unknownWay: 'There is no such way of paying here. You were not charged. Choose one of those below.',
    unknownWayNow: 'There is no such way of paying here. Below you see how this link stands.',
  },

  missing: {
    title: 'We cannot find this link',
    text: 'Check that the address is complete, or ask whoever sent it to send it again.',
  },
  misread: {
    title: 'We did not understand what your browser sent',
    text: 'You were not charged. Go back to the payment link and choose again how to pay.',
  },
  broken: {
    title: 'Something went wrong on our side',
    text: 'Before you try again, go back to the payment link: it shows whether your payment is open or confirmed.',
  },
  outage: {
    title: 'This page is not available right now',
    text: 'There is nothing wrong with your link. Open it again in a minute: it shows whether your payment is open or confirmed.',
  },
}
