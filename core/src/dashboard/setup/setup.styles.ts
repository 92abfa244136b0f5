import { css } from '../../web/stylesheet.js'

export const SETUP_STYLES = css`
  .setup-head {
    margin-bottom: 20px;
  }
  .setup-head p {
    margin-top: 4px;
  }
  .setup-columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    align-items: start;
  }
  @media (min-width: 62rem) {
    .setup-columns {
      grid-template-columns: minmax(0, 1fr) 25rem;
    }
  }
  .setup-steps li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .setup-steps svg {
    width: 16px;
    height: 16px;
    stroke-width: 2.25;
  }
  .setup-steps .done {
    border-color: var(--green-mark);
    color: var(--ink);
  }
  .step-of {
    display: none;
  }
  @media (max-width: 44rem) {
    .setup-steps {
      margin-bottom: 8px;
    }
    .setup-steps li {
      height: 3px;
      padding: 0;
      overflow: hidden;
    }
    .step-of {
      display: block;
      margin-bottom: 20px;
      font-size: 0.8125rem;
      color: var(--muted);
    }
  }
  .setup-preview > h2 {
    margin-bottom: 8px;
    font-size: 0.875rem;
  }
  .setup-preview iframe {
    display: block;
    width: 100%;
    height: 38rem;
    margin-bottom: 12px;
    border: 1px solid var(--control);
    border-radius: 24px;
    background: var(--page);
  }
  .has-script .setup-preview [data-preview] {
    display: none;
  }
  .one-below > div {
    grid-template-columns: minmax(0, 1fr);
  }
  .unfold {
    padding: 8px 0 16px;
  }
  @supports selector(:has(*)) {
    .choice:not(:has(:checked)) + .unfold {
      display: none;
    }
  }
`
