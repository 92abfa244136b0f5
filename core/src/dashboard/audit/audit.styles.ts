import { css } from '../../web/stylesheet.js'

export const AUDIT_STYLES = css`
  .audit .filter select {
    max-width: 13rem;
  }
  @container (max-width: 44rem) {
    .audit td.title {
      grid-area: 1 / 1 / 3 / 3;
    }
    .audit td.more {
      grid-area: 4 / 1;
    }
  }
  @media (max-width: 44rem) {
    .audit .filter select {
      max-width: none;
    }
  }
  .chain {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 10px 24px;
    border-top: 1px solid var(--line);
    color: var(--muted);
    font-size: 0.875rem;
  }
  .chain > svg {
    width: 20px;
    height: 20px;
  }
  .chain > div {
    flex: 1 1 14rem;
  }
  .chain.intact > svg {
    color: var(--green-mark);
  }
  .chain.broken {
    background: var(--red-tint);
    color: var(--red);
  }
  .kept {
    padding: 12px 24px;
    border-top: 1px solid var(--line);
  }
  .kept .fold summary b {
    flex: 0 1 auto;
    width: auto;
  }
  .kept .copy-field {
    flex: 1 1 14rem;
    min-width: 0;
  }
  .kept .copy-field input,
  .kept .field input {
    font-family: ui-monospace, monospace;
  }
  @media (max-width: 44rem) {
    .kept {
      padding: 12px 16px;
    }
    .chain {
      padding: 10px 16px;
    }
  }
`
