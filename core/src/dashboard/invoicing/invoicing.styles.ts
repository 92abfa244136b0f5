import { css } from '../../web/stylesheet.js'

export const INVOICING_STYLES = css`
  .setup-step {
    padding: 20px 24px 24px;
    border-top: 1px solid var(--line);
  }
  .setup-step:first-child {
    border-top: 0;
  }
  .setup-step-head {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 4px 12px;
  }
  .setup-step-head > div {
    flex: 1 1 12rem;
    min-width: 0;
  }
  .setup-step-head h2 {
    line-height: 24px;
  }
  .setup-step .mark {
    flex: none;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border: 1.5px solid var(--field);
    border-radius: 99px;
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .setup-step .mark.done {
    border-color: transparent;
    background: var(--green-tint);
    color: var(--green);
  }
  .setup-step .mark svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.5;
  }
  .setup-step .way-address,
  .setup-step .choices,
  .setup-step .days-field,
  .setup-step-head > .row {
    margin-top: 12px;
  }
  .setup-step .notice {
    margin: 12px 0 0;
  }
  .setup-step .choices > div {
    grid-template-columns: minmax(0, 1fr);
  }
  .choice.not-ready {
    border-style: dashed;
    background: var(--page);
    color: var(--grey);
    cursor: default;
  }
  .choice.not-ready:hover {
    border-color: var(--control);
  }
  .choice.not-ready input {
    border-style: dashed;
  }
  .days-field input {
    width: 6rem;
  }
  .invoicing .waits {
    margin-top: 20px;
  }
  .waits li {
    padding: 4px 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 44rem) {
    .setup-step {
      padding: 16px;
    }
  }
`
