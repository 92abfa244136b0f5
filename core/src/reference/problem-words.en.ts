import type { ProblemLanguage } from './problem-language.js'

export const EN: ProblemLanguage = {
  page: {
    index: {
      title: 'Problems',
      lead: 'What the API answers when it cannot do what was asked. Nothing was changed unless the text says so.',
    },
    meaning: 'What it means',
    remedy: 'What to do',
    status: 'HTTP status',
    all: 'All problems',
    otherLanguage: 'Español',
    missing: {
      title: 'There is no such problem',
      text: 'The code in the address is not one that this service answers. Compare it with the member “code” of the answer.',
    },
  },
  problems: {
    validation_error: {
      title: 'The request is not valid',
      meaning:
        'Something in the address, a header or the body is missing, misspelt or outside what is allowed. Properties that the contract does not name are refused too. Nothing was done.',
      remedy: [
        'Read “errors” in the answer: each entry names the field by its path, like items[0].quantity, and what is wrong with it.',
        'Correct the request and send it again. The same idempotency key may be used: a refused request does not use it up.',
      ],
    },
    unauthorized: {
      title: 'The API key is missing or not valid',
      meaning: 'The request has no API key, or one that does not exist, was revoked or was copied incompletely.',
      remedy: [
        'Send exactly one header “Authorization: Bearer” followed by the whole key, which begins with sk_test_ or sk_live_.',
        'If the key is lost, create a new one and revoke the old: a key is shown only once.',
      ],
    },
    subscription_required: {
      title: 'Live links need an active subscription',
      meaning:
        'The account may not create live links, because its subscription is not active. Links that exist already can still be paid.',
      remedy: [
        'Activate the subscription of the account.',
        'Until then, use a test key: test mode needs no subscription.',
      ],
    },
    forbidden: {
      title: 'This key may not do that',
      meaning:
        'The key is known, but it is restricted to scopes that do not include this, or its account is suspended or not yet verified for live mode.',
      remedy: [
        'Read “detail”: it says which of these it is.',
        'Use a key with the scope that the reference names for this operation, or have the business profile verified.',
      ],
    },
    not_found: {
      title: 'There is no such thing here',
      meaning:
        'The address or the id does not exist, belongs to another account, or belongs to the other mode: a test key never sees what is live.',
      remedy: ['Check the id and the address.', 'Check that the key is of the mode in which the thing was created.'],
    },
    method_not_allowed: {
      title: 'This address does not take that method',
      meaning: 'The address exists, but not for this HTTP method.',
      remedy: ['Use one of the methods in the header “Allow” of the answer.'],
    },
    link_already_paid: {
      title: 'The link is already paid',
      meaning: 'A payment of this link has succeeded, so it can no longer be changed, closed or paid.',
      remedy: [
        'Retrieve the link: “paidPaymentId” names the payment.',
        'For another amount of money, create another link.',
      ],
    },
    no_active_connection: {
      title: 'No payment provider is connected for this',
      meaning:
        'The account has no working connection, in this mode, with a provider that was asked for, or with any at all. No link and no checkout was made, and nobody was charged.',
      remedy: [
        'List the connections: one whose status is “error” needs new credentials.',
        'Connect a provider in this mode, or name another one in “providers”.',
      ],
    },
    request_in_flight: {
      title: 'Something is still in progress',
      meaning:
        'The same idempotency key is being worked on, or a checkout of this link is open or its outcome is not known yet. We never guess about money, so this has to end first.',
      remedy: [
        'With “Retry-After”: wait that many seconds, then repeat the request with the same idempotency key.',
        'Without it, something must end first that may take days, such as a voucher: “detail” says what, and how to end it.',
        'For a link, retrieve its payment or ask for it to be synchronised: that shows when the checkout is over.',
      ],
    },
    link_expired: {
      title: 'The link has expired',
      meaning: 'The link is past its “expiresAt”, or within the 30 minutes before it, in which no checkout starts.',
      remedy: ['Create a new link with a later expiry, or none.'],
    },
    payload_too_large: {
      title: 'The request body is too large',
      meaning: 'The body has more bytes than this address takes. It was not read.',
      remedy: ['Send less: a receipt may have at most 700 KB before it is encoded.'],
    },
    unsupported_media_type: {
      title: 'The request body must be application/json',
      meaning: 'The body has a content type, a compression or a character set that we do not read.',
      remedy: ['Send JSON in UTF-8, uncompressed, with “Content-Type: application/json”.'],
    },
    idempotency_key_reuse: {
      title: 'This idempotency key was used for something else',
      meaning:
        'The key was used within the last 24 hours for a request with another body or address. To answer with the first result would be wrong, and so would doing it.',
      remedy: ['Use a new key for every new thing, and the same one only to repeat the very same request.'],
    },
    provider_rejected: {
      title: 'The payment provider rejected the request',
      meaning: 'The provider understood and refused. No checkout was made and nobody was charged.',
      remedy: [
        'Read “detail”: it has the provider’s reason, often an amount or currency that the account may not take.',
        'Change what it names, or offer another provider.',
      ],
    },
    invoicing_rejected: {
      title: 'The invoice cannot be requested or cancelled',
      meaning:
        'The invoicing provider, or the state of the payment or invoice, does not allow it. No invoice was stamped or cancelled.',
      remedy: ['Read “detail” and “errors”: they name the field or the reason.', 'Correct the tax data and ask again.'],
    },
    rate_limited: {
      title: 'Too many requests',
      meaning:
        'Too much within a minute: requests with this key, or mails or checkouts of this link. “detail” says which. Nothing was done.',
      remedy: [
        'Wait as many seconds as “Retry-After” says, then repeat it with the same idempotency key.',
        'Watch “X-RateLimit-Remaining” and slow down before it reaches 0.',
      ],
    },
    internal_error: {
      title: 'Something went wrong on our side',
      meaning: 'A fault of ours. It was written to our log under the answer’s “X-Request-Id”.',
      remedy: [
        'Repeat the request with the same idempotency key: that never does it twice.',
        'If it stays, give whoever runs this service the “X-Request-Id”.',
      ],
    },
    service_unavailable: {
      title: 'The service cannot reach its database now',
      meaning:
        'Our database is away, read-only, full or overloaded. Whether the request took effect is not known if the connection broke while it was being written.',
      remedy: [
        'Wait as many seconds as “Retry-After” says, then repeat the request with the same idempotency key: that never does it twice.',
        'If it stays, whoever runs this service finds the start of the outage in its log, and “paylink doctor” says what to do.',
      ],
    },
    provider_unavailable: {
      title: 'The payment provider cannot be reached',
      meaning: 'The provider did not answer, or answered that it cannot work now. What was asked did not happen.',
      remedy: [
        'Try again in a minute, with the same idempotency key.',
        'If it stays, look at the provider’s status page.',
      ],
    },
    email_unavailable: {
      title: 'E-mail cannot be sent now',
      meaning:
        'No mail server is set up, so nothing can be mailed in live mode. The link itself is not affected. (While a server is down, mails are accepted and wait.)',
      remedy: [
        'Share the link’s “url” another way.',
        'Have PAYLINK_SMTP_URL and PAYLINK_MAIL_FROM set where this service runs; “paylink doctor” says whether they work.',
      ],
    },
    billing_unavailable: {
      title: 'The subscription cannot be checked now',
      meaning: 'We could not find out whether the account’s subscription is active, so no live link was made.',
      remedy: ['Try again in a minute, with the same idempotency key.'],
    },
    invoicing_unavailable: {
      title: 'The invoicing provider cannot be reached',
      meaning: 'The invoicing provider did not answer, or none is connected in this mode. Nothing was stamped.',
      remedy: ['Try again in a few minutes, with the same idempotency key.', 'Check the invoicing connection.'],
    },
  },
}
