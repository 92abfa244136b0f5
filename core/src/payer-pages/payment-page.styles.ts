import { css } from '../web/stylesheet.js'

export const PAYMENT_PAGE_STYLES = css`
  .amount {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    font-size: clamp(1.5rem, 11vw, 2.5rem);
    font-weight: 700;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
  }
  .amount span {
    font-size: 1rem;
    font-weight: 600;
    color: var(--muted);
  }
  .amount.closed {
    color: var(--muted);
  }
  .description {
    margin-top: 4px;
    white-space: pre-line;
    color: var(--muted);
  }
  .lines {
    margin-top: 20px;
    border-top: 1px solid var(--line);
    padding-top: 8px;
  }
  .lines > div {
    display: flex;
    align-items: baseline;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    padding: 6px 0;
  }
  .lines dt {
    flex: 1 1 7rem;
    min-width: 0;
  }
  .lines dt small {
    display: block;
    font-size: 0.875rem;
  }
  .lines.sum {
    margin-top: 0;
    border-top: 0;
    padding-top: 0;
  }
  .lines.sum.apart {
    margin-top: 12px;
  }
  .lines dd {
    margin-left: auto;
    white-space: nowrap;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .facts dt {
    flex: none;
  }
  .facts dd {
    flex: 1 1 9rem;
    min-width: 0;
    white-space: normal;
  }
  .lines .small {
    font-weight: 400;
  }
  .lines .total {
    margin-top: 6px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
    font-weight: 700;
  }
  .block {
    margin-top: 24px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .rule {
    padding-top: 20px;
    border-top: 1px solid var(--line);
  }
  .ways {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .amount,
  .id {
    overflow-wrap: anywhere;
  }
  .id {
    font-size: 0.8125rem;
  }
  .foot .way {
    white-space: nowrap;
  }
  .foot .way + .way::before {
    content: '· ';
  }
  .amount,
  .reference {
    min-width: 0;
  }
  @media (max-width: 20rem) {
    .amount {
      font-size: clamp(1.125rem, 10vw, 1.5rem);
    }
  }
`
