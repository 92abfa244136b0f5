import { css } from '../../web/stylesheet.js'

/** Type, controls and cards of the dashboard. */
export const FRAME_BASE_STYLES = css`
  :root {
    --shadow: 0 1px 2px rgb(22 24 29 / 6%), 0 12px 32px rgb(22 24 29 / 14%);
  }
  html {
    scroll-padding: 72px 0;
  }
  ol,
  figure,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
  }
  fieldset {
    min-width: 0;
    border: 0;
  }
  ol {
    list-style: none;
  }
  h1 {
    font-size: 1.25rem;
    line-height: 1.3;
    font-weight: 700;
  }
  h2 {
    font-size: 1rem;
    font-weight: 600;
  }
  h3 {
    font-size: 0.875rem;
    font-weight: 600;
  }
  h1:focus,
  main:focus,
  caption:focus {
    outline: 0;
  }
  [hidden] {
    display: none !important;
  }
  .tiny {
    font-size: 0.8125rem;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .code {
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
    overflow-wrap: anywhere;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
  .stack.near {
    gap: 8px;
  }
  main .notice {
    font-size: 0.875rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .card {
    min-width: 0;
    padding: 24px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 14px;
  }
  .card > h2 {
    margin-bottom: 12px;
  }
  .card.full {
    padding: 0;
  }
  .card-head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 16px;
    margin-bottom: 12px;
  }
  .card.full > .card-head {
    margin: 0;
    padding: 16px 24px 4px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
    align-items: start;
  }
  @media (min-width: 62rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 22rem;
    }
  }
  .columns > * {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
    min-width: 0;
  }
  @media (max-width: 44rem) {
    .card {
      padding: 16px;
    }
    .card.full > .card-head {
      padding: 16px 16px 4px;
    }
    .stack,
    .columns,
    .columns > * {
      gap: 16px;
    }
    .stack.near {
      gap: 8px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
      scroll-behavior: auto !important;
    }
  }
`
