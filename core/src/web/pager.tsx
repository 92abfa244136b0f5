import type { VNode } from 'preact'
import type { PageLocale } from '../kernel/choose-locale.js'
import { messagesOf } from './messages/messages.js'
import { css } from './stylesheet.js'

interface PagerParts {
  locale: PageLocale
  /** Addresses of the neighbouring pages; null: there is none. */
  newer: string | null
  older: string | null
  /** The dates of the rows on this page, instead of a count. */
  range: string
}

/** Leads through a list by its cursors, newest first. */
export function Pager({ locale, newer, older, range }: PagerParts): VNode {
  const words = messagesOf(locale).pager
  return (
    <nav class="pager" aria-label={words.label}>
      <Step address={newer} rel="prev" label={`‹ ${words.newer}`} />
      <span class="muted">{range}</span>
      <Step address={older} rel="next" label={`${words.older} ›`} />
    </nav>
  )
}

/** The end that is not there is a word, not a link. */
const Step = ({ address, rel, label }: { address: string | null; rel: string; label: string }): VNode =>
  address === null ? (
    <span class="muted">{label}</span>
  ) : (
    <a class="button" href={address} rel={rel} hx-boost="true" data-pager="">
      {label}
    </a>
  )

export const PAGER_STYLES = css`
  .pager {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 16px;
    font-size: 0.875rem;
  }
  .pager > * {
    min-height: 44px;
    padding-block: 10px;
  }
  .pager .button {
    width: auto;
    min-height: 44px;
  }
  @media (max-width: 30rem) {
    .pager > .muted:nth-child(2) {
      order: -1;
      flex: 1 0 100%;
      text-align: center;
    }
    .pager > :not(:nth-child(2)) {
      flex: 1;
      justify-content: center;
      text-align: center;
    }
  }
`
