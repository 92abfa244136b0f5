import { css } from '../../web/stylesheet.js'

export const SECURITY_STYLES = css`
  .narrow {
    max-width: 46rem;
  }
  .access-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .access-row:first-child {
    border-top: 0;
  }
  .access-row > svg {
    color: var(--muted);
  }
  .access-row > div:nth-child(2) {
    flex: 1 1 8rem;
    min-width: 0;
  }
  .access-row b,
  .access-row small {
    display: block;
    overflow-wrap: anywhere;
  }
  .access-row small {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .access-acts {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .access-note {
    padding: 8px 24px 20px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .access-list {
    padding-bottom: 8px;
  }
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
  @media (max-width: 44rem) {
    .access-row {
      padding: 12px 16px;
    }
    .access-note {
      padding: 8px 16px 16px;
    }
  }
`
