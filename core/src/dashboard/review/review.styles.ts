import { css } from '../../web/stylesheet.js'

export const REVIEW_STYLES = css`
  .sides {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
  }
  .sides th,
  .sides td {
    padding: 10px 12px 10px 0;
    border-top: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .sides thead * {
    border-top: 0;
  }
  .sides th {
    color: var(--muted);
    font-weight: 400;
    overflow-wrap: normal;
  }
  .sides .code {
    font-size: 0.8125rem;
  }
  .sides td + td,
  .sides th:last-child {
    padding-left: 12px;
  }
  .sides .other {
    background: var(--amber);
    color: var(--on-amber);
    font-weight: 600;
  }
  .asks-first {
    padding: 12px 16px;
    border-radius: 12px;
    background: var(--soft);
  }
`
