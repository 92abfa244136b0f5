import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { relationOf } from './link-page.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

const LOCALES = { 'es-MX': 'es_MX', en: 'en_US' } as const

/** Open Graph properties, for previews in chats: what for, how much, to whom. */
export function LinkCard({ view }: { view: PaymentPageView }): VNode {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  const test = view.livemode ? '' : `${wordsOf(view).testMode} `
  const properties = {
    'og:type': 'website',
    'og:locale': LOCALES[view.locale],
    'og:site_name': view.merchant.name,
    'og:title': `${view.title} · ${figure} ${code}`,
    'og:description': `${test}${view.merchant.name} ${relationOf(view)}: ${figure} ${code}`,
    'og:url': view.url,
    'og:image': `${view.url}/picture.png`,
    'og:image:alt': view.merchant.name,
  }
  return (
    <>
      <meta name="description" content={properties['og:description']} />
      {Object.entries(properties).map(([property, content]) => (
        <meta property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
