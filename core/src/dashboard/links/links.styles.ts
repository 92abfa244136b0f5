import { css } from '../../web/stylesheet.js'

export const LINKS_STYLES = css`
  .listing .pager {
    padding: 12px 24px;
    border-top: 1px solid var(--line);
  }
  .summary {
    display: grid;
    margin-bottom: 20px;
  }
  .summary > div {
    min-width: 0;
    padding: 24px;
  }
  .summary .notice {
    margin: 16px 0 0;
  }
  .summary > div + div {
    border-top: 1px solid var(--line);
  }
  .summary + .card {
    margin-bottom: 20px;
  }
  .share {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px 16px;
  }
  .share-qr {
    padding: 8px;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: #fff;
  }
  .share-qr .qr {
    display: block;
    margin: 0 auto;
  }
  .share-ways {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
    align-content: start;
  }
  .share-ways .copy-field {
    grid-column: 1 / -1;
  }
  .share-ways .button {
    gap: 8px;
    padding-inline: 8px;
  }
  .share > p {
    grid-column: 1 / -1;
  }
  .bubble {
    margin-bottom: 12px;
    padding: 12px 16px;
    border-radius: 14px 14px 4px 14px;
    background: var(--green-tint);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .arrived-head {
    display: flex;
    gap: 14px;
    margin-bottom: 16px;
  }
  .arrived-head svg {
    color: var(--green-mark);
  }
  .lines {
    font-size: 0.875rem;
  }
  .lines > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    padding: 5px 0;
  }
  .lines dt {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .lines dt small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .lines dd {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .lines .total {
    margin-top: 8px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
    font-size: 1rem;
    font-weight: 600;
  }
  .outcomes li {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 6px 16px;
    padding: 12px 0;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .outcomes li:first-child {
    border-top: 0;
  }
  .outcomes li > div {
    flex: 1 1 14rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .outcomes b {
    font-weight: 600;
  }
  .paper-qr {
    display: grid;
    justify-items: center;
    gap: 12px;
    margin-bottom: 12px;
    text-align: center;
  }
  .paper-qr .qr {
    width: min(20rem, 100%);
    height: auto;
  }
  .test-paper {
    padding: 6px 16px;
    border: 2px solid var(--amber-mark);
    border-radius: 10px;
    background: var(--amber);
    color: var(--on-amber);
  }
  @media (min-width: 44.01rem) {
    .share {
      grid-template-columns: auto minmax(0, 1fr);
    }
  }
  @media (max-width: 44rem) {
    .share-qr {
      order: 1;
      justify-self: center;
    }
    .share > p {
      order: 2;
    }
    .summary > div {
      padding: 16px;
    }
    .summary,
    .summary + .card {
      margin-bottom: 16px;
    }
  }
  @media (min-width: 75rem) {
    .summary.two {
      grid-template-columns: minmax(0, 1fr) 31rem;
    }
    .summary > div + div {
      border-top: 0;
      border-left: 1px solid var(--line);
    }
  }
  @media print {
    .only-screen {
      display: none;
    }
    .paper-qr {
      border: 0;
    }
  }
`
