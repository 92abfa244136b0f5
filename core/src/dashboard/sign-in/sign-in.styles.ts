import { css } from '../../web/stylesheet.js'

export const SIGN_IN_STYLES = css`
  .for-passkeys {
    display: none;
  }
  .has-passkeys .for-passkeys {
    display: block;
  }
  .has-passkeys .without-passkeys {
    display: none;
  }
  .has-passkeys .text-row > .for-passkeys {
    display: inline;
  }
  .has-passkeys .or.for-passkeys,
  .has-passkeys .box.for-passkeys {
    display: flex;
  }
  .after-passkey .button.first {
    transition: none;
  }
  .has-passkeys .after-passkey .button.first {
    background: var(--card);
    border-color: var(--control);
    color: var(--ink);
  }
  .has-passkeys .after-passkey .button.first:hover {
    border-color: var(--ink);
  }
  .text-row {
    font-size: 0.875rem;
  }
  .text-row .text-button,
  .below .text-button {
    color: inherit;
    font-size: inherit;
  }
  .stack > .notice {
    margin-bottom: 0;
  }
  .code-field input {
    min-height: 56px;
    font-size: 1.5rem;
    font-weight: 700;
    letter-spacing: 0.25em;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .door .below {
    padding-top: 20px;
    color: var(--muted);
    font-size: 0.875rem;
    text-align: center;
  }
  .door .below form {
    display: inline;
  }
`
