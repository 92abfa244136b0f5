import { css } from '../web/stylesheet.js'

export const DOCS_STYLES = css`
  html {
    scroll-padding-top: 16px;
  }
  .docs a {
    text-underline-offset: 0.36em;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--control);
  }
  .docs a:hover {
    text-decoration-color: currentColor;
  }
  .side {
    display: none;
  }
  .side ul,
  .menu ul {
    font-size: 0.875rem;
  }
  .side a,
  .menu a {
    display: block;
    padding: 4px 0;
    text-decoration: none;
  }
  .side a:hover,
  .menu a:hover {
    text-decoration: underline;
  }
  .side > ul > li > a,
  .menu nav > ul > li > a {
    margin-top: 8px;
    font-weight: 700;
  }
  .side li li a,
  .menu li li a {
    color: var(--muted);
  }
  .side li li,
  .menu li li {
    padding-left: 12px;
    border-left: 1px solid var(--line);
  }
  .menu a {
    padding: 10px 0;
  }
  summary {
    cursor: pointer;
    padding: 10px 0;
    font-weight: 700;
  }
  summary h3,
  summary h4 {
    display: inline;
    margin: 0;
  }
  .menu {
    margin-top: 24px;
    padding: 4px 20px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 14px;
  }
  .operation details {
    margin-top: 8px;
    border-top: 1px solid var(--line);
  }
  .docs .schema {
    margin-top: 8px;
    padding: 4px 20px;
  }
  .docs .schema[open] {
    padding-bottom: 16px;
  }
  .sample {
    position: relative;
  }
  .sample .copy {
    position: absolute;
    top: 8px;
    right: 8px;
    min-height: 32px;
    padding: 4px 12px;
    font: inherit;
    font-size: 0.8125rem;
    color: inherit;
    background: var(--card);
    border: 1px solid var(--control);
    border-radius: 8px;
    cursor: pointer;
  }
  .sample .copy + pre {
    padding-top: 48px;
  }
  @media (min-width: 64rem) {
    .docs {
      display: grid;
      grid-template-columns: 15rem minmax(0, 1fr);
      gap: 48px;
      max-width: 84rem;
    }
    .side {
      display: block;
      position: sticky;
      top: 0;
      align-self: start;
      max-height: 100vh;
      padding: 8px 0 32px;
      overflow-y: auto;
    }
    .menu {
      display: none;
    }
  }
  @media print {
    .side,
    .menu {
      display: none;
    }
  }
`
