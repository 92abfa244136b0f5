import type { VNode } from 'preact'
import { AgainIcon, BankIcon, CardIcon, ForwardIcon, StoreIcon } from '../web/icons.js'
import { briefNames, payAmount, wayDetail, wayLabel, wayName } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'
import type { WayToPay } from './ways-to-pay.js'

const ICONS = { card: CardIcon, store: StoreIcon, bank: BankIcon, forward: ForwardIcon, again: AgainIcon }

interface CheckoutFormProps {
  view: PaymentPageView
  provider: string
  label: string
  detail: string
  icon: keyof typeof ICONS
  isFirst?: boolean
  startOver?: boolean
}

/** A button that opens a checkout: a plain form, so that it works without script. */
export function CheckoutForm({
  view,
  provider,
  label,
  detail,
  icon,
  isFirst = false,
  startOver,
}: CheckoutFormProps): VNode {
  const Icon = ICONS[icon]
  return (
    <form method="post" action={`${view.address}/checkout`}>
      <input type="hidden" name="provider" value={provider} />
      <input type="hidden" name="lang" value={view.locale} />
      {startOver && <input type="hidden" name="startOver" value="1" />}
      <button type="submit" class={isFirst ? 'button first' : 'button'}>
        <Icon />
        <span>
          <b>{label}</b>
          <small>{detail}</small>
        </span>
      </button>
    </form>
  )
}

/** A button for one way of paying, labelled with its methods. */
export function WayForm({ view, way, isFirst = false, startOver }: WayFormProps): VNode {
  return (
    <CheckoutForm
      view={view}
      provider={way.provider}
      label={wayLabel(view, way, isFirst)}
      detail={wayDetail(view, way)}
      icon={iconOf(way)}
      isFirst={isFirst}
      startOver={startOver}
    />
  )
}

/** Buttons that close the open checkout and start a new one. @param again the way that `label` names */
export function StartOverForms({ view, ways, again, label }: StartOverProps): VNode {
  return (
    <>
      {ways.map((way) =>
        way === again ? (
          <CheckoutForm
            view={view}
            provider={way.provider}
            label={label}
            detail={wayName(view, way)}
            icon="again"
            startOver
          />
        ) : (
          <WayForm view={view} way={way} startOver />
        ),
      )}
    </>
  )
}

/** The only way of paying: its button has the amount and, below it, the methods. */
export function OnlyWayForm({ view, way }: { view: PaymentPageView; way: WayToPay }): VNode {
  if (way.methods.length === 1) return <WayForm view={view} way={way} isFirst />
  return (
    <CheckoutForm
      view={view}
      provider={way.provider}
      label={payAmount(view)}
      detail={briefNames(view, way)}
      icon={iconOf(way)}
      isFirst
    />
  )
}

interface StartOverProps {
  view: PaymentPageView
  ways: readonly WayToPay[]
  again: WayToPay | undefined
  label: string
}

interface WayFormProps {
  view: PaymentPageView
  way: WayToPay
  isFirst?: boolean
  startOver?: boolean
}

function iconOf({ methods }: WayToPay): keyof typeof ICONS {
  if (methods.includes('card') || methods.includes('wallet')) return 'card'
  if (methods.includes('retail_cash')) return 'store'
  return methods.includes('spei_transfer') || methods.includes('bank_debit') ? 'bank' : 'forward'
}
