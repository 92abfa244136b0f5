import type { ComponentChildren, VNode } from 'preact'
import { css } from '../../web/stylesheet.js'
import { LeftIcon } from './icons.js'

interface HeadParts {
  title: string
  /** Beside the title. */
  chip?: VNode
  /** Below the title. */
  about?: ComponentChildren
  /** The list that the page belongs to. */
  back?: { href: string; label: string }
  /** Buttons at the right; on phones below. */
  children?: ComponentChildren
}

/** The one h1 of a page, with what can be done. */
export const PageHead = ({ title, chip, about, back, children }: HeadParts): VNode => (
  <div class="page-head">
    {back && (
      <a class="back-link" href={back.href}>
        <LeftIcon />
        {back.label}
      </a>
    )}
    <div class="page-title">
      <div>
        <h1>{title}</h1>
        {chip}
        {about && <p class="muted small">{about}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </div>
  </div>
)

export const PAGE_HEAD_STYLES = css`
  .page-head {
    margin-bottom: 20px;
  }
  .back-link {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    margin: -6px 0 8px -4px;
    color: var(--muted);
    font-size: 0.875rem;
    text-decoration: none;
  }
  .back-link:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  .back-link svg {
    width: 18px;
    height: 18px;
    stroke-width: 2;
  }
  .page-title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px 16px;
    min-height: 44px;
  }
  .page-title > div:first-child {
    display: flex;
    flex: 1 1 16rem;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    min-width: 0;
  }
  .page-title h1 {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .page-title p {
    flex: 1 0 100%;
    min-width: 0;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  @media (max-width: 44rem) {
    .actions {
      flex: 1 0 100%;
    }
    .actions > * {
      flex: 1 1 auto;
    }
    .actions > .first {
      flex-basis: 100%;
    }
    .actions > * > .button {
      width: 100%;
    }
  }
`
