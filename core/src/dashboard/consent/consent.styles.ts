import { css } from '../../web/stylesheet.js'

/** Whether a program may work with the account. */
export const CONSENT_STYLES = css`
  .consent-mode {
    padding: 14px 16px;
    border: 2px solid var(--green-mark);
    border-radius: 12px;
    background: var(--green-tint);
    color: var(--green);
  }
  .consent-mode.test {
    border-color: var(--amber-mark);
    background: var(--amber);
    color: var(--on-amber);
  }
  .consent .notice {
    margin-bottom: 0;
  }
  .consent dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .consent-name {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
  }
  .consent h1 + p {
    margin-top: 4px;
  }
`
