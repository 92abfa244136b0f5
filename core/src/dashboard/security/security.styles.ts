import { css } from '../../web/stylesheet.js'

export const SECURITY_STYLES = css`
  .totp-steps {
    display: grid;
    gap: 24px;
  }
  .totp-steps .qr {
    width: 180px;
    height: 180px;
    margin: 12px 0;
  }
  .totp-steps .code {
    font-size: 1rem;
    letter-spacing: 0.05em;
  }
  .recovery-codes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
    gap: 8px;
    padding: 16px;
    border-radius: 12px;
    background: var(--page);
    font:
      1rem/1.75 ui-monospace,
      monospace;
  }
`
