import { css } from '../../web/stylesheet.js'

export const CONNECTION_STYLES = css`
  .way-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px 16px;
  }
  .way-head > div:nth-child(2) {
    flex: 1 1 12rem;
    min-width: 0;
  }
  .way-head h2 {
    overflow-wrap: anywhere;
  }
  .way-mark {
    width: 44px;
    height: 44px;
    border-radius: 12px;
    color: var(--ink);
    font-weight: 600;
  }
  .way .notice {
    margin: 16px 0 0;
  }
  .way .facts {
    margin-top: 12px;
  }
  .way-detail {
    display: block;
  }
  .way-address {
    margin-top: 8px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .way-address .row {
    margin-top: 6px;
  }
  .way-address .copy-field {
    flex: 1 1 18rem;
    min-width: 0;
  }
  .way-acts {
    margin-top: 16px;
  }
  .way-former {
    margin-top: 16px;
    padding: 16px;
    border-radius: 12px;
    background: var(--page);
    color: var(--grey);
    font-size: 0.875rem;
  }
  .way-former .small {
    margin-top: 4px;
  }
  .secret-field {
    position: relative;
    display: block;
  }
  .secret-field input {
    padding-right: 6rem;
  }
  .secret-field .text-button {
    position: absolute;
    right: 4px;
    bottom: 2px;
    min-width: 44px;
    min-height: 44px;
    padding: 10px 12px;
  }
  .setting > .small {
    display: inline-block;
    padding: 6px 0;
    font-size: 0.8125rem;
  }
  .setting label,
  .setting .muted {
    overflow-wrap: anywhere;
  }
`
