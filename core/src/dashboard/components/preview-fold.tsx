import type { ComponentChildren, VNode } from 'preact'
import { css } from '../../web/stylesheet.js'
import { DownIcon, EyeIcon } from './icons.js'

interface PreviewParts {
  /** `What your customer sees`. */
  title: string
  class?: string
  children: ComponentChildren
}

/** What a payer will see, beside a form: on phones a fold, from the width of the side bar on always open. */
export const PreviewFold = ({ title, class: more = '', children }: PreviewParts): VNode => (
  <aside class={`preview ${more}`.trim()} aria-label={title}>
    <h2>{title}</h2>
    <details>
      <summary>
        <EyeIcon />
        <b>{title}</b>
        <DownIcon />
      </summary>
      {children}
    </details>
  </aside>
)

/** A browser without `::details-content` has the fold on every screen. */
export const PREVIEW_STYLES = css`
  .preview > h2 {
    display: none;
    margin-bottom: 12px;
  }
  .preview summary {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 56px;
    padding: 8px 16px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 14px;
    font-size: 0.875rem;
    list-style: none;
    cursor: pointer;
  }
  .preview summary::-webkit-details-marker {
    display: none;
  }
  .preview summary b {
    flex: 1;
    font-weight: 600;
  }
  .preview summary svg {
    width: 20px;
    height: 20px;
  }
  .preview [open] > summary {
    margin-bottom: 12px;
  }
  .preview [open] > summary svg:last-child {
    transform: rotate(180deg);
  }
  @supports selector(::details-content) {
    @media (min-width: 62rem) {
      .preview > h2 {
        display: block;
      }
      .preview summary {
        display: none;
      }
      .preview details::details-content {
        display: block;
        content-visibility: visible;
      }
    }
  }
`
