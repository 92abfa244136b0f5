import { css } from '../../web/stylesheet.js'

/** Which mails are sent, letters in their frames, and addresses that get none. */
export const EMAIL_STYLES = css`
  .mail-options form > div {
    padding: 24px;
    border-top: 1px solid var(--line);
  }
  .mail-options h2 + input + input + input + input + div {
    border-top: 0;
  }
  .mail-options .box {
    gap: 14px;
  }
  .mail-option {
    margin: 12px 0 0 54px;
  }
  /* The words behind the number say the same. */
  .mail-option.hours label {
    position: absolute;
    clip-path: inset(50%);
  }
  .mail-option.hours input {
    width: 5rem;
    text-align: right;
  }
  .addresses li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 16px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .addresses li:first-child {
    border-top: 0;
  }
  .addresses li > div {
    flex: 1 1 14rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .addresses small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .letter-kinds li,
  .no-more li {
    display: grid;
    gap: 2px;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .letter-kinds li {
    padding: 12px 24px;
    border-top: 1px solid var(--line);
  }
  .letter-kinds a,
  .no-more a {
    justify-self: start;
    min-height: 24px;
  }
  .letter-kinds a {
    font-weight: 600;
  }
  .letter-kinds small,
  .no-more small {
    font-size: 0.8125rem;
  }
  .no-more {
    display: grid;
    gap: 16px;
    margin-bottom: 16px;
  }
  .mail-server form,
  .mail-server form + p {
    margin-top: 16px;
  }
  .mail-server form p {
    margin-top: 8px;
  }
  iframe.letter {
    display: block;
    width: 100%;
    height: 44rem;
    border: 1px solid var(--control);
    border-radius: 12px;
    background: #f4f5f7;
    color-scheme: light;
  }
  .letter-text summary {
    min-height: 44px;
    padding: 10px 0;
    font-size: 0.875rem;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .letter-text pre {
    padding: 16px;
    border-radius: 12px;
    background: var(--page);
    font:
      0.8125rem/1.6 ui-monospace,
      monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .mail-error {
    margin: 12px 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 44rem) {
    .mail-options form > div {
      padding: 20px 16px;
    }
    .mail-option {
      margin-left: 0;
    }
    .letter-kinds li,
    .addresses li {
      padding: 12px 16px;
    }
  }
`
