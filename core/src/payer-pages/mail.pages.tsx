import express, { type Request, type Response, type Router } from 'express'
import type { ReadReceivedEmail, ReceivedEmail } from '../letters/read-received-email.js'
import type { Log } from '../kernel/log.js'
import { EMAIL_TOKEN, type MailAddresses } from '../mail/addresses.js'
import type { TrackDelivery } from '../mail/track-delivery.js'
import { maskedAddress } from '../mail/masked-address.js'
import { readerLocale, sendMissingLink, sendPage } from '../web/answer.js'
import { otherLanguageOf } from '../web/other-language.js'
import { unsubscribePage } from './unsubscribe-page.js'

interface MailPagesDeps {
  readEmail: Pick<ReadReceivedEmail, 'run' | 'isUnsubscribed'>
  trackDelivery: Pick<TrackDelivery, 'recordUnsubscribe' | 'recordOpen'>
  addresses: MailAddresses
  log: Log
}

const IS_TOKEN = new RegExp(`^${EMAIL_TOKEN}$`)
/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The pages that emails link to, apart from the payment page. Only the POST changes anything. */
export function mailPages({ readEmail, trackDelivery, addresses, log }: MailPagesDeps): Router {
  const router = express.Router()

  router.get('/mail/:token/unsubscribe', async (request, response) => {
    const found = await find(request)
    if (!found) return sendMissingLink(request, response)
    show(request, response, found, (await readEmail.isUnsubscribed(found.email)) ? 'done' : 'asking')
  })

  // Mail programs post here too, without cookies and with a fixed body (RFC 8058).
  router.post('/mail/:token/unsubscribe', async (request, response) => {
    const found = await find(request)
    if (!found) return sendMissingLink(request, response)
    await trackDelivery.recordUnsubscribe(found.email)
    show(request, response, found, 'done')
  })

  router.get('/mail/:token/open.gif', (request, response) => {
    const { token } = request.params
    if (request.method === 'GET' && IS_TOKEN.test(token)) {
      trackDelivery
        .recordOpen(token)
        .catch((error: unknown) => log.error({ err: error }, 'could not record that an email was opened'))
    }
    response.status(200).set({
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    response.end(PIXEL)
  })

  async function find(request: Request): Promise<ReceivedEmail | undefined> {
    const token = String(request.params['token'])
    return IS_TOKEN.test(token) ? readEmail.run(token, request.query['s']) : undefined
  }

  function show(
    request: Request,
    response: Response,
    { email, account }: ReceivedEmail,
    state: 'asking' | 'done',
  ): void {
    const { pathname, search } = new URL(addresses.unsubscribeUrl(email.token))
    const here = pathname + search
    const locale = readerLocale(request, account.brand.locale)
    const isChosen = request.query['lang'] !== undefined
    const page = unsubscribePage({
      locale,
      livemode: email.livemode,
      merchant: { name: account.name, ...account.brand },
      maskedAddress: maskedAddress(email.to),
      state,
      action: isChosen ? `${here}&lang=${locale}` : here,
      otherLanguage: `${here}&lang=${otherLanguageOf(locale)}`,
    })
    sendPage(response, 200, page)
  }

  return router
}
