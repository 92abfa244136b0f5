import { css } from '../web/stylesheet.js'

/** The state of a payment: seals, vouchers, ways of paying, and how they print. */
export const PAYMENT_STATE_STYLES = css`
  .seal {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    max-width: 100%;
    margin: 6px 0 4px;
    padding: 3px 14px 3px 8px;
    border: 1px solid;
    border-radius: 1.25em;
    font-weight: 700;
    line-height: 1.4;
  }
  .seal svg {
    width: 20px;
    height: 20px;
    stroke-width: 2.25;
  }
  .seal.good {
    color: var(--green);
    background: var(--green-tint);
  }
  .seal.waiting {
    color: var(--on-amber);
    background: var(--amber);
  }
  .seal.closed {
    color: var(--muted);
    background: var(--page);
  }
  .more {
    margin-top: 20px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
  .more .lines {
    margin-top: 8px;
    border-top: 0;
    padding-top: 0;
  }
  summary {
    padding: 10px 0;
    cursor: pointer;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .note {
    display: grid;
    gap: 8px;
    text-align: center;
    text-wrap: balance;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .secure svg {
    width: 1.125em;
    height: 1.125em;
    margin-right: 0.25em;
    vertical-align: -0.2em;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 6px;
  }
  .marks li {
    padding: 1px 8px;
    border: 1px solid var(--control);
    border-radius: 6px;
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .reference {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
    gap: 12px 20px;
  }
  .reference .wide {
    grid-column: 1 / -1;
  }
  .reference dt {
    font-size: 0.875rem;
    color: var(--muted);
  }
  .reference .number {
    font-size: clamp(1rem, 6vw, 1.5rem);
    font-weight: 700;
    line-height: 1.35;
    font-variant-numeric: tabular-nums;
    user-select: all;
  }
  .reference .number span {
    display: inline-block;
    margin-right: 0.35em;
  }
  .reference .end {
    white-space: nowrap;
  }
  .reference .end,
  .reference .end span:last-child {
    margin-right: 0;
  }
  .lapsed .number {
    color: var(--muted);
    font-weight: 400;
    user-select: auto;
  }
  .lapsed .number,
  .lapsed .number span {
    text-decoration: line-through;
  }
  .other-ways {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .other-ways h2 {
    font-size: 1rem;
    line-height: 1.4;
  }
  .other-ways .ways {
    margin-top: 4px;
  }
  .folio {
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.04em;
    white-space: nowrap;
  }
  @media print {
    .note,
    .refresh,
    .other-ways,
    .reference + .small {
      display: none;
    }
    details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`
