import { type ProblemCode, PROBLEMS } from '../kernel/problem.js'

/** What a problem means for the client's developer. */
export interface ProblemWords {
  title: string
  meaning: string
  /** What to try, in this order. */
  remedy: readonly string[]
}

export const EN = {
  page: {
    index: {
      title: 'Problems',
      lead: 'What the API returns when it cannot do what was requested. Nothing was changed unless the text says so.',
    },
    meaning: 'What it means',
    remedy: 'What to do',
    status: 'HTTP status',
    all: 'All problems',
    missing: {
      title: 'Unknown problem code',
      text: 'The code in the URL is not one that this service returns. Compare it with “code” in the response.',
    },
  },
  problems: withTitles({
    validation_error: {
      meaning:
        'Something in the URL, a header or the body is missing, misspelled or out of range. Properties that are not in the contract are rejected too. Nothing was done.',
      remedy: [
        'Read “errors” in the response: each entry has the path of the field, such as items[0].quantity, and what is wrong with it.',
        'Correct the request and send it again. You can use the same idempotency key: a rejected request does not use it up.',
      ],
    },
    unauthorized: {
      meaning: 'The request has no API key, or a key that does not exist, was revoked or was not copied completely.',
      remedy: [
        'Send exactly one “Authorization: Bearer” header with the complete key, which starts with sk_test_ or sk_live_.',
        'If the key is lost, create a new one and revoke the old one: a key is shown only once.',
      ],
    },
    subscription_required: {
      meaning:
        'The account cannot create live links because its subscription is not active. Existing links can still be paid.',
      remedy: [
        'Activate the subscription of the account.',
        'Until then, use a test key: test mode needs no subscription.',
      ],
    },
    forbidden: {
      meaning:
        'The key is valid, but its scopes do not include this operation, or its account is suspended or not yet verified for live mode.',
      remedy: [
        '“detail” names which of these applies.',
        'Use a key with the scope that the reference names for this operation, or get the business profile verified.',
      ],
    },
    not_found: {
      meaning:
        'The address or the id does not exist, belongs to another account, or belongs to the other mode: a test key never sees live data.',
      remedy: [
        'Check the id and the address.',
        'Check that the key belongs to the mode in which the resource was created.',
      ],
    },
    method_not_allowed: {
      meaning: 'The address exists, but not for this HTTP method.',
      remedy: ['Use one of the methods in the “Allow” header of the response.'],
    },
    link_already_paid: {
      meaning: 'A payment of this link has succeeded, so it can no longer be changed, closed or paid.',
      remedy: [
        'Retrieve the link: “paidPaymentId” names the payment.',
        'To charge another amount, create another link.',
      ],
    },
    no_active_connection: {
      meaning:
        'The account has no working connection in this mode with the requested provider, or with any provider. No link or checkout was created, and no charge was made.',
      remedy: [
        'List the connections: one whose status is “error” needs new credentials.',
        'Connect a provider in this mode, or choose another one in “providers”.',
      ],
    },
    request_in_flight: {
      meaning:
        'A request with the same idempotency key is still being processed, or a checkout of this link is open or its outcome is not known yet. It has to finish first.',
      remedy: [
        'With “Retry-After”: wait that many seconds, then repeat the request with the same idempotency key.',
        'Without it, a step that may take days must finish first, such as the payment of a voucher: “detail” names it and how to end it.',
        'For a link, retrieve its payment or sync it: that shows when the checkout is over.',
      ],
    },
    link_expired: {
      meaning: 'The link is past its “expiresAt”, or within the last 30 minutes before it, when no checkout can start.',
      remedy: ['Create a new link with a later expiry or no expiry.'],
    },
    payload_too_large: {
      meaning: 'The body is larger than this address accepts. It was not read.',
      remedy: ['Send a smaller body: a receipt can have at most 700 KB before it is encoded.'],
    },
    unsupported_media_type: {
      meaning: 'The body has a content type, a compression or a character set that is not supported.',
      remedy: ['Send JSON in UTF-8, uncompressed, with “Content-Type: application/json”.'],
    },
    idempotency_key_reuse: {
      meaning:
        'The key was used within the last 24 hours for a request with a different body or address. Neither returning the first result nor executing the new request would be correct.',
      remedy: ['Use a new key for each new operation, and reuse a key only to retry exactly the same request.'],
    },
    provider_rejected: {
      meaning: 'The provider declined the request. No checkout was created and no charge was made.',
      remedy: [
        'Read “detail”: it has the provider’s reason, often an amount or currency that the account cannot accept.',
        'Change what it mentions, or offer another provider.',
      ],
    },
    invoicing_rejected: {
      meaning:
        'The invoicing provider, or the status of the payment or invoice, does not allow it. No invoice was stamped or canceled.',
      remedy: [
        'Read “detail” and “errors”: they name the field or the reason.',
        'Correct the tax data and request it again.',
      ],
    },
    rate_limited: {
      meaning:
        'Too many requests with this key, or too many emails or checkouts of this link, within a minute. “detail” names the limit. Nothing was done.',
      remedy: [
        'Wait for the number of seconds in “Retry-After”, then repeat it with the same idempotency key.',
        'Watch “X-RateLimit-Remaining” and slow down before it reaches 0.',
      ],
    },
    internal_error: {
      meaning: 'An error in this service. It was logged with the “X-Request-Id” of the response.',
      remedy: [
        'Repeat the request with the same idempotency key: it is never executed twice.',
        'If it persists, give the “X-Request-Id” to the operator of this service.',
      ],
    },
    service_unavailable: {
      meaning:
        'Our database is offline, read-only, full or overloaded, or it was restored from a backup and nothing may be changed until the operator has checked it. If the connection broke during a write, the request may or may not have taken effect.',
      remedy: [
        'Wait as many seconds as “Retry-After” gives, then repeat the request with the same idempotency key: it is never executed twice.',
        'If it persists, contact the operator of this service: the log has the start of the outage, and “paylink doctor” shows the remedy.',
      ],
    },
    provider_unavailable: {
      meaning: 'The provider did not respond, or responded that it is unavailable. The operation was not carried out.',
      remedy: [
        'Try again in a minute, with the same idempotency key.',
        'If it persists, check the provider’s status page.',
      ],
    },
    email_unavailable: {
      meaning:
        'No mail server is configured, so nothing can be emailed in live mode. The link itself is not affected. (While a configured server is down, emails are accepted and wait.)',
      remedy: [
        'Share the link’s “url” another way.',
        'Set PAYLINK_SMTP_URL and PAYLINK_MAIL_FROM where this service runs; “paylink doctor” checks whether they work.',
      ],
    },
    billing_unavailable: {
      meaning: 'We could not determine whether the account’s subscription is active, so no live link was created.',
      remedy: ['Try again in a minute, with the same idempotency key.'],
    },
    invoicing_unavailable: {
      meaning: 'The invoicing provider did not respond, or none is connected in this mode. Nothing was stamped.',
      remedy: ['Try again in a few minutes, with the same idempotency key.', 'Check the invoicing connection.'],
    },
  }),
}

/** The titles that the API returns are English already. A code without an explanation does not compile. */
function withTitles(texts: Record<ProblemCode, Omit<ProblemWords, 'title'>>): Record<ProblemCode, ProblemWords> {
  const problems = Object.entries(texts).map(([code, text]) => [code, { ...text, ...PROBLEMS[code as ProblemCode] }])
  return Object.fromEntries(problems) as Record<ProblemCode, ProblemWords>
}
