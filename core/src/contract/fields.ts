// Types shared by several schemas of the public contract. tsoa makes a named schema of each.
// Not a doc comment: tsoa would attach it, tags included, to the first type.

/**
 * ISO 8601 with a time zone, e.g. `2026-12-31T18:00:00-06:00`. Responses are in UTC with milliseconds.
 *
 * @format date-time
 */
export type Timestamp = string

/**
 * One email address, e.g. `ana@example.com`.
 *
 * @format email
 * @maxLength 254
 */
export type EmailAddress = string

/**
 * How a payment was made. `other`: any method that is not on this list.
 */
export type PaymentMethod = 'card' | 'wallet' | 'retail_cash' | 'spei_transfer' | 'bnpl' | 'bank_debit' | 'other'

/** A payment provider that is installed here. */
export type ProviderId = string

/** A payment provider, or `manual` for payments recorded by the merchant. */
export type PaymentProviderId = string

/**
 * Integers must lie within ±9007199254740991 and decimals keep 15 significant digits: send longer ones as text. Returned
 * on the link and its payments and in webhooks, never shown to the payer.
 */
export type Metadata = Record<string, string | number | boolean>

/**
 * Makes the request safe to repeat: the same key and body return the same response for 24 hours.
 *
 * @pattern ^[\x21-\x7e]+$
 * @minLength 1
 * @maxLength 255
 */
export type IdempotencyKey = string

/**
 * How many to return, 20 by default.
 *
 * @isInt
 * @minimum 1
 * @maximum 100
 */
export type PageLimit = number
