import { css } from '../../web/stylesheet.js'

/** Shared by the pages of the settings. */
export const SETTINGS_STYLES = css`
  .narrow {
    max-width: 46rem;
  }
  .setting-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .setting-row:first-child {
    border-top: 0;
  }
  .setting-row > svg {
    color: var(--muted);
  }
  .setting-row > div:nth-child(2) {
    flex: 1 1 8rem;
    min-width: 0;
  }
  .setting-row b,
  .setting-row small {
    display: block;
    overflow-wrap: anywhere;
  }
  .setting-row small {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .setting-acts {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .setting-note {
    padding: 8px 24px 20px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .setting-list {
    padding-bottom: 8px;
  }
  .code-block {
    margin: 0;
    padding: 12px 16px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--page);
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (max-width: 44rem) {
    .setting-row {
      padding: 12px 16px;
    }
    .setting-note {
      padding: 8px 16px 16px;
    }
  }
`
