import express, { type Router } from 'express'
import { fileHeaders } from '../web/answer.js'
import { messagesOf } from '../web/messages/messages.js'
import { merchantPicture } from '../web/picture/merchant-picture.js'
import { pictureSize } from '../web/picture/picture-size.js'
import { notFound } from '../kernel/problem.js'
import type { Logo } from '../accounts/logo.js'
import type { LinkAndAccount } from '../payment-links/read-public-link.js'
import type { ReadLinkPage } from './read-link-page.js'

/** Messengers omit or shrink narrower pictures, and do not fetch larger files. */
const MIN_WIDTH = 300
const MAX_BYTES = 600_000
const SHOWN_TYPES = ['image/png', 'image/jpeg']

/** The picture of a shared link: the merchant's logo if messengers can show it, else initials on the merchant's colour. */
export function linkPictures(pages: ReadLinkPage): Router {
  const router = express.Router()

  router.get('/p/:slug/picture.png', async (request, response) => {
    const found = await pages.find(request.params.slug)
    if (!found) throw notFound('payment link')
    const logo = await pages.logo(found)
    const picture = logo && isShown(logo) ? logo : await drawn(found)
    response.status(200).set({
      ...fileHeaders(picture.type),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=3600',
    })
    response.end(Buffer.from(picture.bytes))
  })

  return router
}

function isShown({ type, bytes }: Logo): boolean {
  const size = SHOWN_TYPES.includes(type) && bytes.length < MAX_BYTES ? pictureSize(bytes) : null
  return size !== null && size.width >= MIN_WIDTH
}

async function drawn({ link, account: { name, brand } }: LinkAndAccount): Promise<Logo> {
  const band = link.livemode ? null : messagesOf(brand.locale).testMode
  return { type: 'image/png', bytes: await merchantPicture({ name, color: brand.color, band }) }
}
