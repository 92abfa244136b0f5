import { BASE_STYLES } from './base.styles.js'
import { css, toStylesheet } from './stylesheet.js'
import { THEME_RULES } from './theme.js'

const RULES = css`
  .test {
    padding: 8px 16px;
    background: var(--amber);
    color: var(--on-amber);
    text-align: center;
    font-size: 0.875rem;
  }
  .column {
    max-width: 27rem;
    margin: 0 auto;
    padding: 0 16px;
  }
  .card {
    padding: 24px 20px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 14px;
  }
  .card h1 {
    font-size: 1.0625rem;
    line-height: 1.5;
  }
  .state {
    display: flex;
    gap: 12px;
    align-items: flex-start;
  }
  .state h1,
  .state h2 {
    font-size: 1.0625rem;
    line-height: 1.4;
  }
  .state p {
    margin-top: 4px;
  }
  .state > div,
  .button > span {
    min-width: 0;
  }
  .state svg {
    color: var(--ring);
  }
  .state.good svg {
    color: var(--green);
  }
  .state.waiting svg {
    color: var(--on-amber);
  }
  .state.closed svg {
    color: var(--muted);
  }
  .state.wrong svg {
    color: var(--red);
  }
  .button {
    display: flex;
    align-items: center;
    gap: 16px;
    width: 100%;
    min-height: 52px;
    padding: 10px 18px;
    font: inherit;
    text-align: left;
    text-decoration: none;
    color: inherit;
    background: transparent;
    border: 1px solid var(--control);
    border-radius: 12px;
    cursor: pointer;
    transition: border-color 0.15s;
  }
  .button:hover {
    border-color: var(--ring);
  }
  .button:focus-visible {
    border-radius: 12px;
  }
  .button b,
  .button small {
    display: block;
  }
  .button b {
    line-height: 1.35;
  }
  .button small {
    font-size: 0.875rem;
    color: var(--muted);
  }
  .first {
    background: var(--brand);
    border-color: var(--edge);
    color: var(--on-brand);
  }
  .first small {
    color: inherit;
  }
  @media (min-width: 48rem) {
    .card {
      padding: 32px;
    }
  }
  @media (max-width: 20rem) {
    .card {
      padding: 20px 14px;
    }
    .button {
      gap: 10px;
      padding: 10px 12px;
    }
    .button svg,
    .state svg {
      display: none;
    }
  }
  @media print {
    :root {
      color-scheme: light;
      --page: #fff;
    }
    .button {
      display: none;
    }
    .test {
      border: 1px solid;
    }
    .card {
      padding: 0;
      border: 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .first {
      border-width: 2px;
    }
  }
`

/** Shared by all pages: colours, type, controls. Lengths follow the reader's text size. */
export const PAGE_STYLES = toStylesheet(THEME_RULES + BASE_STYLES.text + RULES.text)
