import { css } from '../../web/stylesheet.js'

export const OUTSIDE_STYLES = css`
  .door {
    max-width: 27rem;
    margin: 0 auto;
    padding: 24px 16px 48px;
  }
  .door.form {
    max-width: 38rem;
  }
  .door.wide {
    max-width: 72rem;
  }
  .door main {
    padding-inline: 0;
    padding-block: 0;
  }
  .door main.card {
    padding: 24px 20px;
  }
  .door .who {
    margin-bottom: 24px;
    font-size: 1rem;
  }
  .door .who img {
    width: 44px;
    height: 44px;
  }
  .who small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .or {
    display: flex;
    align-items: center;
    gap: 12px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .or::before,
  .or::after {
    content: '';
    flex: 1;
    border-top: 1px solid var(--line);
  }
  .languages {
    padding-top: 20px;
    color: var(--muted);
    font-size: 0.8125rem;
    line-height: 2;
    text-align: center;
  }
  .languages a {
    display: inline-block;
    padding: 0 2px;
  }
  .steps {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 8px;
    margin-bottom: 24px;
    font-size: 0.8125rem;
    color: var(--muted);
  }
  .steps li {
    padding-top: 8px;
    border-top: 3px solid var(--line);
  }
  .steps .done {
    border-color: var(--ink);
  }
  .steps [aria-current] {
    border-color: var(--ink);
    color: var(--ink);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .steps li {
      border-color: GrayText;
    }
    .steps .done,
    .steps [aria-current] {
      border-color: CanvasText;
    }
  }
  @media (max-width: 44rem) {
    .steps li:not([aria-current]) span {
      display: none;
    }
    .steps li {
      white-space: nowrap;
    }
  }
  @media (min-width: 44rem) {
    .door {
      padding-top: 44px;
    }
    .door main.card {
      padding: 32px;
    }
  }
`
