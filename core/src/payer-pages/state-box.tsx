import type { ComponentChildren, VNode } from 'preact'
import { ChatIcon, MailIcon, PhoneIcon } from '../web/icons.js'
import { telHref, mailtoHref, whatsAppHref } from '../web/contact.js'
import { wordsOf } from './page-words.js'
import { ButtonLink } from './parts.js'
import type { PaymentPageView } from './payment-page.view.js'

/** Colours with the same meaning for every brand. */
export type Tone = 'good' | 'waiting' | 'closed' | 'wrong'

/** The state of a payment or an invoice: an icon, a title, and what it means. */
export function StateBox({
  icon,
  title,
  text,
  tone,
}: {
  icon: VNode
  title: string
  text: ComponentChildren
  tone?: Tone
}): VNode {
  return (
    <div class={tone ? `state ${tone}` : 'state'} role="status">
      {icon}
      <div>
        <h2>{title}</h2>
        <p class="muted">{text}</p>
      </div>
    </div>
  )
}

/** Ways to contact the merchant, for pages without another next step. */
export function ContactMerchant({ view }: { view: PaymentPageView }): VNode | null {
  const { name, supportEmail, supportPhone } = view.merchant
  const words = wordsOf(view).merchant
  if (supportEmail === null && supportPhone === null) return null
  const chat = supportPhone === null ? null : whatsAppHref(supportPhone)
  return (
    <div class="ways">
      {supportEmail !== null && (
        <ButtonLink
          href={`${mailtoHref(supportEmail)}?subject=${encodeURIComponent(view.title)}`}
          icon={<MailIcon />}
          label={words.writeTo(name)}
        />
      )}
      {supportPhone !== null && (
        <ButtonLink href={telHref(supportPhone)} icon={<PhoneIcon />} label={words.call(supportPhone)} />
      )}
      {chat !== null && <ButtonLink href={chat} icon={<ChatIcon />} label={words.chatWith(name)} isElsewhere />}
    </div>
  )
}
