import type { ComponentChildren, VNode } from 'preact'
import { hrefOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** A link that looks like a button. */
export function ButtonLink({ href, icon, label, isFirst = false, isElsewhere = false }: ButtonLinkProps): VNode {
  return (
    <a class={isFirst ? 'button first' : 'button'} href={href} rel={isElsewhere ? 'noreferrer' : undefined}>
      {icon}
      <b>{label}</b>
    </a>
  )
}

interface ButtonLinkProps {
  href: string
  icon?: VNode
  label: string
  isFirst?: boolean
  /** It leads to another site, which must not learn the address of the page. */
  isElsewhere?: boolean
}

export function BackLink({ view, label }: { view: PaymentPageView; label: string }): VNode {
  return (
    <p class="small">
      <a href={hrefOf(view)}>{label}</a>
    </p>
  )
}

export type Fact = [label: string, fact: ComponentChildren, style?: string]

/** What is known of a payment or an invoice, line by line. Facts that are null are left out. */
export function Facts({ facts, class: kind = '' }: { facts: Fact[]; class?: string }): VNode {
  return (
    <dl class={`lines facts${kind}`}>
      {facts.map(
        ([label, fact, style]) =>
          fact !== null && (
            <div>
              <dt class="muted">{label}</dt>
              <dd class={style}>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
