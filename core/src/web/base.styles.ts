import { css } from './stylesheet.js'

/** What the payer's pages and the dashboard have in common. Lengths follow the reader's text size. */
export const BASE_STYLES = css`
  :root {
    color-scheme: light dark;
  }
  * {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
  }
  body {
    margin: 0;
    background: var(--page);
    color: var(--ink);
    overflow-wrap: break-word;
    font:
      1rem/1.5 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  a {
    color: inherit;
    text-underline-offset: 3px;
  }
  svg {
    flex: none;
    width: 24px;
    height: 24px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :focus-visible {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
    border-radius: 4px;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: 0.875rem;
  }
`
