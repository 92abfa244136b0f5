import type { ProblemWords } from './problem-words.es-mx.js'

export const en: ProblemWords = {
  codes: {
    subscription_required: {
      title: 'Your subscription is not active',
      text: 'Live links need one. Nothing was created or charged.',
    },
    link_already_paid: {
      title: 'This link is already paid',
      text: 'It was paid while you had the page open. Open it again to see the payment; nothing was changed.',
    },
    link_expired: {
      title: 'This link is over',
      text: 'It expired or was disabled while you had the page open. You can duplicate it; nothing was changed.',
    },
    no_active_connection: {
      title: 'There is no way to get paid yet',
      text: 'None is connected and active for this. Connect one in Settings; nothing was changed.',
    },
    request_in_flight: {
      title: 'Another operation is in progress',
      text: 'Someone else, or you in another window, is changing the same thing. Wait a few seconds and try again.',
    },
    idempotency_key_reuse: {
      title: 'You already sent this form',
      text: 'What you changed afterwards was not saved. Check the result before sending it again.',
    },
    payload_too_large: {
      title: 'The file is too large',
      text: 'Nothing was saved. Use one of up to 700 KB.',
    },
    provider_rejected: {
      title: 'The provider did not accept it',
      text: 'Nothing was changed. Check the details, or look it up at the provider.',
    },
    provider_unavailable: {
      title: 'The provider is not answering',
      text: 'We could not tell whether it went through. Check before trying again; repeating it will not duplicate it.',
    },
    invoicing_rejected: {
      title: 'The invoice could not be requested or cancelled',
      text: 'Nothing was changed. Check the tax details and the state of the invoice.',
    },
    invoicing_unavailable: {
      title: 'The invoicing service is not answering',
      text: 'Try again in a few minutes; repeating it will not duplicate it.',
    },
    email_unavailable: {
      title: 'E-mail is not set up',
      text: 'Nothing was sent. It is set up at the mail server of this installation.',
    },
    rate_limited: {
      title: 'Too many attempts in a row',
      text: 'Wait a minute, then try again. Nothing was changed.',
    },
  },
  refused: {
    title: 'We could not do that',
    text: 'The details are not valid, or something changed meanwhile. Nothing was changed. Go back and check.',
  },
  missing: {
    title: 'It isn’t here, or it belongs to the other mode',
    text: 'Check the address, or look for it in the other mode.',
    otherMode: { live: 'Go to live', test: 'Go to test mode' },
  },
  role: {
    title: 'Your role doesn’t include this',
    text: 'Ask an owner.',
  },
  foreignForm: {
    title: 'This form is no longer valid',
    text: 'It belongs to another session, or was not sent from this page. Nothing was saved. Reload the page and send it again.',
  },
  staleForm: {
    title: 'Nothing was saved yet',
    text: 'You signed in again after opening this form. Go back to it, check it and send it again.',
    toForm: 'Go back to the form',
  },
  broken: (requestId) => ({
    title: 'Something failed on our side',
    text: `Your money doesn’t depend on this page. If it happens again, this number helps to find it: ${requestId}`,
  }),
  outage: {
    title: 'The database cannot be reached',
    text: 'Nothing was saved. Try again in a moment.',
  },
  back: 'Go back',
}
