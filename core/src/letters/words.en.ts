import type { LetterWords } from './words.es-mx.js'

export const letterWordsEn: LetterWords = {
  deadline: {
    day: (moment) => moment,
    today: (moment) => `today, ${moment}`,
  },

  request: {
    greeting: (customer) => `Hello${customer === null ? '' : ` ${customer}`}, here is your payment link.`,
    button: 'View and pay',
    until: (deadline) => `You can pay until ${deadline}.`,
    reason: (merchant) =>
      `You’re receiving this email because ${merchant} is requesting a payment. If you weren’t expecting it, don’t pay; contact them first.`,
  },
  reminder: {
    relation: 'is reminding you of a payment',
    greeting: (customer) =>
      `Hello${customer === null ? '' : ` ${customer}`}, your payment link is about to expire. If you have already paid, don’t pay again.`,
    reason: (merchant) =>
      `You’re receiving this email because ${merchant} requested a payment. If you weren’t expecting it, don’t pay; contact them first.`,
  },
  receipt: {
    title: 'Payment received',
    greeting: (customer, merchant) =>
      `Thank you${customer === null ? '' : `, ${customer}`}! ${merchant} has your payment; there’s nothing else to do.`,
    button: 'View the receipt online',
    attached: 'Your receipt is attached as a PDF. It is not an invoice (CFDI).',
    invoicing: (day) => `Do you need an invoice (CFDI)? Request it by ${day}.`,
    requestInvoice: 'Request my invoice',
    reason: (merchant) => `You’re receiving this email because you made a payment to ${merchant}.`,
  },
  invoice: {
    relation: 'sent you your invoice',
    title: 'Your invoice is ready',
    greeting: (customer, merchant) =>
      `Hello${customer === null ? '' : ` ${customer}`}, here is the invoice (CFDI) for your payment to ${merchant}.`,
    rfc: 'RFC',
    name: 'Issued to',
    stamped: 'Stamped on',
    folio: 'Folio fiscal (UUID)',
    button: 'View the invoice online',
    attached: 'It is attached as a PDF and an XML file. The XML is the tax document itself: keep it.',
    worthless: 'Test invoice, not valid for tax purposes.',
    reason: (merchant) =>
      `You’re receiving this email because an invoice for a payment to ${merchant} was requested for this address.`,
  },
  alert: {
    relation: 'has something to review',
    title: 'Something needs your attention',
    commands: 'On the server, these commands help:',
    reason: 'You’re receiving this email because you run the payment service.',
    about: {
      'webhook_endpoint.failing': 'webhooks',
      'webhook_endpoint.disabled': 'webhooks',
      'invoicing.stalled': 'invoices that are not stamped',
      'invoice.total_differs': 'an invoice with the wrong total',
      'invoice.cancellation_refused': 'an invoice that was not canceled',
      'payment.disputed': 'a disputed payment',
    },
    sentence: ({ message }) => message,
  },

  approval: {
    relation: 'your payments dashboard',
    wants: (agent, operation) =>
      `${agent === null ? 'An agent' : `Your agent “${agent}”`} wants to ${operation}, and needs your approval for it.`,
    calls: (client) => `The program calls itself “${client}”. We did not verify that.`,
    written: 'What the agent wrote:',
    title: 'Title',
    customer: 'For',
    amount: 'It would ask for',
    button: 'See everything and decide',
    until: (moment) => `You can decide until ${moment}.`,
    silence: 'If you do nothing, nothing happens.',
    others: 'While this one waits, others of this agent show up in the dashboard only, without another email.',
    signIn: (host) => `The button opens ${host} and asks you to sign in. Opening it approves nothing.`,
    reason: (merchant) => `You’re receiving this email because you can decide what ${merchant}’s agents do.`,
  },
  sheet: {
    relation: 'shares its accounts with you',
    title: (month) => `The sheet of ${month} is ready`,
    text: 'One row for each payment, refund and fee of the month. It opens in the dashboard, where it can be downloaded for Excel and as CSV.',
    button: 'Open the sheet',
    signIn: 'It asks you to sign in. The file itself is not sent by email.',
    reason: (merchant) => `You’re receiving this email because ${merchant} chose you to get the sheet of each month.`,
  },
  staff: {
    relation: 'your payments dashboard',
    greeting: (name) => (name === null ? 'Hi,' : `Hi ${name},`),
    until: (moment) => `It works once, until ${moment}.`,
    roles: {
      owner: 'Owner: can do everything',
      admin: 'Admin: charges, invoices and connects',
      cashier: 'Cashier: creates links and sees their payments',
      viewer: 'Viewer: only looks',
    },
    invitation: {
      title: 'You’re invited',
      text: (merchant, role) => `You’re invited to ${merchant}’s dashboard. Your role will be ${role}.`,
      button: 'Set up my sign-in',
      reason: (merchant) =>
        `You’re receiving this email because someone at ${merchant} invited you. If you didn’t expect it, do nothing.`,
    },
    reset: {
      title: 'New password',
      text: (merchant) =>
        `You asked for a new password for ${merchant}’s dashboard. Setting it signs you out everywhere.`,
      button: 'Set a new password',
      reason:
        'You’re receiving this email because a new password was requested. If it wasn’t you, do nothing: yours still works.',
    },
    emailChange: {
      titles: { ask: 'Confirm the new email address', done: 'Your sign-in address changed' },
      texts: {
        ask: {
          former: (merchant, from, to) =>
            `Someone asked that you sign in to ${merchant}’s dashboard with ${to} instead of ${from}. To change it, confirm here and from the other mailbox as well. If it wasn’t you, open the same link and choose “It wasn’t me”.`,
          new: (merchant, from, to) =>
            `The person who signs in to ${merchant}’s dashboard with ${from} asked to sign in with ${to}. To change it, confirm here and from the other mailbox as well.`,
        },
        done: {
          former: (merchant, from, to) =>
            `${merchant}’s dashboard is no longer opened with ${from}, but with ${to}. If it wasn’t you, tell an owner now.`,
          new: (merchant, _, to) =>
            `From now on you sign in to ${merchant}’s dashboard with ${to}. Your other sessions were closed.`,
        },
      },
      buttons: { ask: 'Review the change', done: 'Review my sign-in' },
      reason: (merchant) =>
        `You’re receiving this email because someone asked to change a sign-in for ${merchant}’s dashboard. If it isn’t yours, do nothing.`,
    },
    security: {
      title: 'Your sign-in changed',
      text: 'If it was you, there is nothing to do. If not, change your password now and sign out the other sessions.',
      button: 'Review my sign-in',
      reason: (merchant) => `You’re receiving this email because you sign in to ${merchant}’s dashboard.`,
      topics: {
        password_changed: 'Your password was changed.',
        password_reset: 'A new password was set with the link we gave you.',
        passkey_added: 'A passkey was added.',
        passkey_removed: 'A passkey was removed.',
        codes_on: 'Six-digit codes were turned on.',
        codes_off: 'Six-digit codes were turned off.',
        recovery_codes_made: 'New backup codes were made.',
      },
    },
  },

  opens: (host) => `The button opens ${host}. Check that your browser shows this address before you continue.`,
  opensPage: (host) => `The button opens ${host}.`,
  unsubscribe: (merchant) => `Unsubscribe from ${merchant}’s emails`,

  pdf: {
    heading: 'Payment receipt',
    customer: 'Customer',
    paid: 'PAID',
    testMark: 'Test mode: no value',
    notAnInvoice: 'This receipt is not an invoice (CFDI).',
    page: (number, of) => `Page ${number} of ${of}`,
  },

  unsubscribePage: {
    title: (merchant) => `Unsubscribe from ${merchant}’s emails?`,
    text: (address) => `${address} will stop receiving their emails: payment links, reminders, receipts and invoices.`,
    note: 'Your payments and your links are not affected.',
    button: 'Unsubscribe',
    doneTitle: (merchant) => `You are unsubscribed from ${merchant}’s emails`,
    doneText: (address) => `${address} has been unsubscribed. You can close this page.`,
    mistake: (merchant) => `Unsubscribed by mistake? Contact ${merchant}:`,
  },
}
