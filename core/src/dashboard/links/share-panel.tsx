import type { VNode } from 'preact'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import { ButtonLink } from '../../web/button.js'
import { ChatIcon, MailIcon } from '../../web/icons.js'
import { CopyButton, CopyField } from '../components/copy-button.js'
import { QrIcon } from '../components/icons.js'
import { QrCode } from '../components/qr.js'
import type { Visit } from '../visit.js'
import { whatsAppAddress, whatsAppText } from './share-text.js'
import { linkWords } from './words.js'

interface ShareParts {
  visit: Visit
  link: PaymentLinkView
}

/** Leads the link to the customer: to copy, by WhatsApp, by mail, on paper. */
export function SharePanel({ visit, link }: ShareParts): VNode {
  const words = linkWords(visit.locale).share
  const address = `${visit.base}/links/${link.id}`
  return (
    <div class="share" id="share">
      <h2 class="unseen">{words.heading}</h2>
      <div class="share-qr">
        <QrCode text={link.url} label={words.qr} />
      </div>
      <div class="share-ways">
        <CopyField id="link-address" label={words.address} text={link.url} />
        <CopyButton text={link.url} locale={visit.locale} look="first" />
        <ButtonLink href={whatsAppAddress(whatsAppText(visit.account, link))} icon={ChatIcon} isElsewhere>
          {words.whatsApp}
        </ButtonLink>
        <ButtonLink href={`${address}/email`} icon={MailIcon}>
          {words.mail}
        </ButtonLink>
        <ButtonLink href={`${address}/qr`} icon={QrIcon}>
          {words.print}
        </ButtonLink>
      </div>
      <p class="muted tiny">{words.hint}</p>
    </div>
  )
}

/** The message as it will be read, right after the link was created. */
export function WhatsAppCard({ visit, link }: ShareParts): VNode {
  const words = linkWords(visit.locale).share
  const text = whatsAppText(visit.account, link)
  const [before = '', after = ''] = text.split(link.url)
  return (
    <section class="card">
      <h2>{words.whatsApp}</h2>
      <p class="bubble" lang={visit.account.brand.locale}>
        {before}
        <a href={link.url}>{link.url}</a>
        {after}
      </p>
      <ButtonLink href={whatsAppAddress(text)} icon={ChatIcon} isElsewhere isWide>
        {words.openWhatsApp}
      </ButtonLink>
    </section>
  )
}
