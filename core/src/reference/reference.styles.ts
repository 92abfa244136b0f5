import { css } from '../web/stylesheet.js'

export const REFERENCE_STYLES = css`
  .page {
    max-width: 72rem;
    margin: 0 auto;
    padding: 32px 16px 64px;
  }
  .page h1 {
    font-size: 1.75rem;
    line-height: 1.25;
  }
  .page h2 {
    margin-top: 56px;
    padding-top: 24px;
    border-top: 1px solid var(--line);
    font-size: 1.375rem;
  }
  .page h3 {
    font-size: 1.0625rem;
  }
  .page h4 {
    margin: 20px 0 4px;
    font-size: 0.875rem;
  }
  .page p {
    max-width: 44rem;
  }
  .page p + p,
  .page pre + p {
    margin-top: 12px;
  }
  .lead {
    margin-top: 8px;
    color: var(--muted);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 8px 24px;
    align-items: baseline;
  }
  .index {
    display: grid;
    gap: 4px 24px;
    margin-top: 16px;
  }
  .index a {
    display: block;
    padding: 8px 0;
  }
  .index li + li {
    border-top: 1px solid var(--line);
  }
  .operation,
  .schema {
    margin-top: 24px;
    padding: 20px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 14px;
  }
  .operation > div {
    min-width: 0;
  }
  code,
  pre {
    font:
      0.875rem/1.55 ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace;
  }
  pre {
    margin: 8px 0 0;
    padding: 14px 16px;
    overflow-x: auto;
    background: var(--page);
    border: 1px solid var(--line);
    border-radius: 12px;
  }
  .address {
    margin: 4px 0 8px;
  }
  .method {
    display: inline-block;
    margin-right: 8px;
    padding: 0 8px;
    border: 1px solid var(--control);
    border-radius: 6px;
    font-weight: 700;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.9375rem;
  }
  th,
  td {
    padding: 8px 16px 8px 0;
    text-align: left;
    vertical-align: top;
    border-top: 1px solid var(--line);
  }
  th {
    font-weight: 400;
  }
  td,
  .index li,
  .page p,
  .operation h3 {
    overflow-wrap: anywhere;
  }
  th code {
    overflow-wrap: normal;
    white-space: nowrap;
  }
  .topic {
    margin-top: 24px;
  }
  thead th {
    border: 0;
    font-size: 0.8125rem;
    color: var(--muted);
  }
  .kind {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .need {
    display: block;
    font-size: 0.8125rem;
    color: var(--muted);
  }
  .back {
    margin-bottom: 24px;
  }
  .note-foot {
    margin-top: 48px;
    font-size: 0.8125rem;
    color: var(--muted);
  }
  .answer {
    margin-top: 24px;
    display: grid;
    gap: 20px;
  }
  .answer h2 {
    margin: 0;
    padding: 0;
    border: 0;
    font-size: 1.0625rem;
  }
  @media (max-width: 44rem) {
    th code {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tr {
      display: block;
      padding: 8px 0;
      border-top: 1px solid var(--line);
    }
    th,
    td {
      display: block;
      padding: 2px 0;
      border: 0;
    }
  }
  @media (min-width: 64rem) {
    .operation {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 27rem);
      gap: 32px;
    }
    .index.two {
      grid-template-columns: 1fr 1fr;
    }
  }
`
