import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { DotsIcon } from './icons.js'
import { componentWords } from './words.js'

interface MenuItem {
  href: string
  label: string
  icon: () => VNode
  /** Last, below a hairline. */
  isDanger?: boolean
  /** The page asks a question: the script shows it as a dialog. */
  asks?: boolean
}

/** What is needed less often, behind “More”. */
export const Menu = ({ locale, items }: { locale: PageLocale; items: readonly MenuItem[] }): VNode => (
  <details class="menu">
    <summary class="button">
      <DotsIcon />
      {componentWords(locale).more}
    </summary>
    <ul>
      {items.map(({ href, label, icon: Icon, isDanger, asks }) => (
        <li class={isDanger ? 'takes-away' : undefined}>
          <a href={href} data-dialog={asks ? '' : undefined}>
            <Icon />
            {label}
          </a>
        </li>
      ))}
    </ul>
  </details>
)

interface EmptyParts {
  icon: () => VNode
  title: string
  /** What will be here, or which filters hide everything. */
  children?: ComponentChildren
  /** One way to start. */
  action?: VNode
}

export const EmptyState = ({ icon: Icon, title, children, action }: EmptyParts): VNode => (
  <div class="empty">
    <span class="plate">
      <Icon />
    </span>
    <h2>{title}</h2>
    {children && <div class="muted">{children}</div>}
    {action}
  </div>
)

interface AttentionParts {
  tone: 'red' | 'amber' | 'blue'
  icon: () => VNode
  what: string
  /** Since when, and what it means for the money. */
  then: ComponentChildren
  /** Not there where this person can do nothing about it. */
  action?: { href: string; label: string }
}

/** Something that needs the merchant: one row of a list of at most five. */
export const AttentionRow = ({ tone, icon: Icon, what, then, action }: AttentionParts): VNode => (
  <li class={`need ${tone}-mark`}>
    <Icon />
    <p>
      <b>{what}</b> <span class="muted">{then}</span>
    </p>
    {action && (
      <a class="button small" href={action.href}>
        {action.label}
      </a>
    )}
  </li>
)

/** @param children `AttentionRow`s, gravest first */
export const AttentionList = ({ children }: { children: ComponentChildren }): VNode => <ul class="needs">{children}</ul>
