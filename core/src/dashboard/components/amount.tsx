import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { formatMoney } from '../../web/format-money.js'

/** `$1,800.00`, with a minus sign that lines up. */
export const figureOf = (locale: PageLocale, centavos: number, currency: string): string =>
  formatMoney(locale, centavos, currency).figure.replace('-', '−')

/** `$1,800.00 MXN`, in sentences and labels. */
export const amountText = (locale: PageLocale, centavos: number, currency: string): string =>
  `${figureOf(locale, centavos, currency)} ${currency}`

interface AmountParts {
  locale: PageLocale
  centavos: number
  currency: string
  /** Only money that arrived is bold; what a link asks for is, too, as long as it can be paid. */
  isStrong?: boolean
  size?: 'home' | 'detail'
}

export const Amount = ({ locale, centavos, currency, isStrong = false, size }: AmountParts): VNode => (
  <span class={['money', isStrong && 'strong', size].filter(Boolean).join(' ')}>
    {figureOf(locale, centavos, currency)} <small>{currency}</small>
  </span>
)
