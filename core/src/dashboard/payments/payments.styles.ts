import { css } from '../../web/stylesheet.js'

/** One payment, refunds, reviews: what stands side by side. */
export const PAYMENT_STYLES = css`
  .halves {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
    margin-bottom: 20px;
  }
  .halves > * {
    padding: 24px;
    min-width: 0;
  }
  .halves > * + * {
    border-left: 1px solid var(--line);
  }
  .halves .why {
    margin-top: 12px;
    font-size: 0.875rem;
  }
  .halves .why b {
    color: var(--red);
    font-weight: 600;
  }
  .verdict > p {
    display: flex;
    gap: 12px;
  }
  .verdict b {
    display: block;
    color: var(--ink);
    font-weight: 600;
  }
  .verdict .row {
    margin-top: 16px;
  }
  .green-mark > svg {
    color: var(--green-mark);
  }
  .grey-mark > svg {
    color: var(--muted);
  }
  .below {
    margin-top: 16px;
  }
  .below:empty {
    display: none;
  }
  .narrow-card {
    max-width: 46rem;
  }
  .confirm .whole {
    flex: 1 0 100%;
  }
  .lines {
    margin-bottom: 16px;
    font-size: 0.875rem;
  }
  .lines li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
  }
  .lines li:first-child {
    border-top: 0;
  }
  .lines li > :first-child {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .beside {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 12px;
  }
  .beside .field {
    flex: 1 1 16rem;
  }
  .verbatim {
    margin-top: 8px;
    font-size: 0.875rem;
  }
  .verbatim summary {
    min-height: 32px;
    padding: 6px 0;
    font-weight: 600;
    cursor: pointer;
  }
  .verbatim pre {
    max-height: 24rem;
    margin: 8px 0 0;
    padding: 12px 16px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--page);
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (max-width: 62rem) {
    .halves {
      grid-template-columns: minmax(0, 1fr);
    }
    .halves > * {
      padding: 16px;
    }
    .halves > * + * {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
  }
`
