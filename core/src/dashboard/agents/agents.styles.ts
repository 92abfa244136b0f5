import { css } from '../../web/stylesheet.js'

/** Programs that act for the merchant, each a card. */
export const AGENT_STYLES = css`
  .agent-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
  }
  .agent-head .plate {
    width: 44px;
    height: 44px;
    border-radius: 12px;
  }
  .agent-head > div {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .agent-body {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
    align-items: start;
    gap: 16px 40px;
  }
  .agent .agent-body {
    margin-top: 16px;
  }
  .agent h3 {
    font-size: 0.875rem;
    font-weight: 600;
  }
  .agent-acts {
    margin-top: 16px;
  }
  .scope-list {
    font-size: 0.875rem;
  }
  .scope-list li {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    padding: 5px 0;
  }
  .scope-list svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 2px;
    color: var(--green-mark);
  }
  .scope-list .muted svg {
    color: var(--muted);
  }
  .agent-why {
    display: block;
    margin-top: 4px;
    color: var(--ink);
  }
  .agent meter {
    display: block;
    width: 100%;
    height: 8px;
    margin-top: 6px;
    border: 0;
    border-radius: 4px;
    overflow: hidden;
    background: var(--soft);
    appearance: none;
  }
  .agent meter::-webkit-meter-inner-element {
    display: block;
    height: 8px;
  }
  .agent meter::-webkit-meter-bar {
    height: 8px;
    border: 0;
    border-radius: 4px;
    background: var(--soft);
  }
  .agent meter::-webkit-meter-optimum-value {
    background: var(--ink);
  }
  .agent meter::-moz-meter-bar {
    background: var(--ink);
  }
  .unlimited .button {
    margin-top: 10px;
    color: var(--ink);
  }
  .agent-address .row {
    margin-top: 6px;
  }
  .agent-address .copy-field {
    flex: 1 1 14rem;
    min-width: 0;
  }
`
