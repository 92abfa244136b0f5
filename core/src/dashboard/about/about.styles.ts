import { css } from '../../web/stylesheet.js'

export const ABOUT_STYLES = css`
  .check-up > .card-head {
    align-items: center;
  }
  .check-up h3 {
    margin: 20px 0 4px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .check-up .padded {
    padding: 0 24px;
  }
  .check-up .notice {
    margin: 8px 0 0;
  }
  .check-up-good,
  .check-up-fine li {
    display: flex;
    gap: 12px;
    font-size: 0.875rem;
  }
  .check-up-fine {
    padding-bottom: 16px;
  }
  .check-up-fine li {
    padding: 6px 24px;
  }
  .check-up-good > svg,
  .check-up-fine svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: var(--green-mark);
  }
  .finding {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 8px 16px;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .finding:first-child {
    border-top: 0;
  }
  .finding > div {
    flex: 1 1 14rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .finding p + p {
    margin-top: 4px;
  }
  .find-request .row {
    align-items: flex-end;
  }
  .find-request .field {
    flex: 1 1 16rem;
    min-width: 0;
  }
  @media (max-width: 44rem) {
    .check-up .padded {
      padding: 0 16px;
    }
    .finding,
    .check-up-fine li {
      padding-right: 16px;
      padding-left: 16px;
    }
    .finding > .button {
      flex: 1 0 100%;
    }
  }
`
