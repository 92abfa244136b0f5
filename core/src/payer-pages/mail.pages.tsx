import express, { type Request, type Response, type Router } from 'express'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Generation } from '../database/generation.js'
import type { RenderedPage } from '../web/layout.js'
import { messagePage } from '../web/message-page.js'
import { messagesOf } from '../web/messages/messages.js'
import { pageHeaders } from '../web/page-headers.js'
import { chooseLocale, type PageLocale } from '../kernel/choose-locale.js'
import type { Log } from '../kernel/log.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import type { TrackDelivery } from '../mail/track-delivery.js'
import { EMAIL_TOKEN } from '../mail/email-factory.js'
import type { Suppressions } from '../mail/suppressions.repository.js'
import { maskedAddress } from '../mail/masked-address.js'
import { unsubscribePage } from './unsubscribe-page.js'

export interface MailPagesDeps {
  emails: Pick<Emails, 'findByToken'>
  accounts: Pick<Accounts, 'find'>
  suppressions: Pick<Suppressions, 'reasonFor'>
  trackDelivery: Pick<TrackDelivery, 'recordUnsubscribe' | 'recordOpen'>
  addresses: MailAddresses
  generation: Pick<Generation, 'refresh'>
  log: Log
}

const IS_TOKEN = new RegExp(`^${EMAIL_TOKEN}$`)
const DEFAULT_LOCALE: PageLocale = 'es-MX'
/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The pages that mails link to, besides the payment page. Only the POST changes anything. */
export function mailPages({
  emails,
  accounts,
  suppressions,
  trackDelivery,
  addresses,
  generation,
  log,
}: MailPagesDeps): Router {
  const router = express.Router()

  router.get('/mail/:token/unsubscribe', async (request, response) => {
    const email = await find(request)
    if (!email) return showMissing(request, response)
    const isDone = (await suppressions.reasonFor(email, email.to)) !== null
    await show(request, response, email, isDone ? 'done' : 'asking')
  })

  // Mail programs post here too, without cookies and with a fixed body (RFC 8058).
  router.post('/mail/:token/unsubscribe', async (request, response) => {
    const email = await find(request)
    if (!email) return showMissing(request, response)
    await trackDelivery.recordUnsubscribe(email)
    await show(request, response, email, 'done')
  })

  router.get('/mail/:token/open.gif', (request, response) => {
    const { token } = request.params
    if (request.method === 'GET' && IS_TOKEN.test(token)) {
      trackDelivery
        .recordOpen(token)
        .catch((error: unknown) => log.error({ err: error }, 'could not record that a mail was opened'))
    }
    response.status(200).set({
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    response.end(PIXEL)
  })

  async function find(request: Request): Promise<Email | undefined> {
    const token = String(request.params['token'])
    if (!IS_TOKEN.test(token) || !addresses.isUnsubscribeMac(token, request.query['s'])) return undefined
    return emails.findByToken(token)
  }

  async function show(request: Request, response: Response, email: Email, state: 'asking' | 'done'): Promise<void> {
    await generation.refresh()
    const account = await accounts.find(email.accountId)
    if (!account) return showMissing(request, response)
    const { pathname, search } = new URL(addresses.unsubscribeUrl(email.token))
    const here = pathname + search
    const locale = localeOf(request, account.brand.locale)
    const isChosen = request.query['lang'] !== undefined
    const page = unsubscribePage({
      locale,
      livemode: email.livemode,
      merchant: { name: account.name, ...account.brand },
      maskedAddress: maskedAddress(email.to),
      state,
      action: isChosen ? `${here}&lang=${locale}` : here,
      otherLanguage: `${here}&lang=${locale === 'en' ? 'es' : 'en'}`,
    })
    send(response, 200, page)
  }

  return router
}

function showMissing(request: Request, response: Response): void {
  const locale = localeOf(request, DEFAULT_LOCALE)
  send(response, 404, messagePage(locale, messagesOf(locale).missing))
}

function send(response: Response, status: number, page: RenderedPage): void {
  response.status(status).set(pageHeaders(page)).send(page.html)
}

const localeOf = (request: Request, fallback: PageLocale): PageLocale =>
  chooseLocale({ lang: request.query['lang'], acceptLanguage: request.headers['accept-language'], fallback })
