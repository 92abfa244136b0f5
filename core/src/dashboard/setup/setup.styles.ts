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
  .swatches {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-bottom: 16px;
  }
  .color-field legend {
    margin-bottom: 8px;
    font-size: 0.875rem;
    font-weight: 600;
  }
  .swatches .swatch {
    display: block;
    width: 44px;
    height: 44px;
    margin: 0;
    border: 1px solid var(--control);
    border-radius: 12px;
    cursor: pointer;
    forced-color-adjust: none;
  }
  .swatches .swatch input {
    appearance: none;
    display: block;
    width: 100%;
    height: 100%;
    margin: 0;
    border-radius: 12px;
    cursor: pointer;
  }
  .swatches .swatch:has(:checked) {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  .swatches .swatch:has(:focus-visible) {
    outline: 3px solid var(--ring);
    outline-offset: 3px;
  }
  .color-c2410c {
    background: #c2410c;
  }
  .color-0f766e {
    background: #0f766e;
  }
  .color-1d4ed8 {
    background: #1d4ed8;
  }
  .color-7c3aed {
    background: #7c3aed;
  }
  .color-be185d {
    background: #be185d;
  }
  .color-111111 {
    background: #111111;
  }
`
