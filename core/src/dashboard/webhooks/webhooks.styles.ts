import { css } from '../../web/stylesheet.js'

/** Deliveries with their attempts, and the only field of an empty list. */
export const WEBHOOK_STYLES = css`
  .first-endpoint {
    width: min(26rem, 100%);
    text-align: left;
  }
  .delivery {
    display: grid;
    grid-template-columns: minmax(0, 13rem) minmax(0, 1fr) auto auto;
    gap: 4px 16px;
    align-items: start;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .delivery b,
  .delivery .code {
    display: block;
  }
  .delivery .code,
  .delivery small,
  .delivery time {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .delivery small {
    display: block;
    margin-top: 4px;
  }
  .delivery time {
    padding-top: 3px;
    white-space: nowrap;
  }
  .delivery details {
    grid-column: 1 / -1;
  }
  .delivery summary {
    min-height: 24px;
    padding: 2px 0;
    color: var(--muted);
    font-size: 0.8125rem;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .attempts {
    margin-top: 8px;
    padding: 10px 14px;
    border-radius: 12px;
    background: var(--page);
    font:
      0.8125rem/1.6 ui-monospace,
      monospace;
  }
  .attempts li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 16px;
  }
  .attempts .wrong {
    color: var(--red);
    font-weight: 600;
  }
  .attempts q {
    flex: 1 0 100%;
    color: var(--muted);
    overflow-wrap: anywhere;
    quotes: none;
  }
  .endpoint-acts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 16px;
  }
  .notice form {
    margin-top: 12px;
  }
  .notice form .button {
    color: var(--ink);
  }
  .ping-answer {
    margin-top: 8px;
    overflow-wrap: anywhere;
  }
  @container (max-width: 44rem) {
    .endpoints .below-44 tbody tr:first-child {
      border-top: 0;
    }
  }
  @media (max-width: 44rem) {
    .deliveries .tabs {
      display: block;
    }
    .deliveries .tabs ul {
      flex-wrap: wrap;
    }
    .delivery {
      grid-template-columns: minmax(0, 1fr) auto;
      padding: 14px 16px;
    }
    .delivery > div:nth-of-type(2) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .delivery > form {
      grid-column: 1 / -1;
    }
    .delivery > form .button {
      min-height: 44px;
    }
  }
`
