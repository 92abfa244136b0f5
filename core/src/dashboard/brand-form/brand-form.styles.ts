import { css } from '../../web/stylesheet.js'

/** Colors to choose from, in the first run and in the settings. */
export const BRAND_FORM_STYLES = css`
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
  .color-code {
    display: flex;
    gap: 8px;
  }
  .color-code input[type='color'] {
    flex: none;
    width: 52px;
    height: 44px;
    min-height: 44px;
    padding: 2px;
    cursor: pointer;
    forced-color-adjust: none;
  }
  .color-code input[type='text'] {
    flex: 1;
    min-width: 0;
  }
  .contrast {
    display: flex;
    gap: 8px;
    align-items: center;
    margin-top: 8px;
    font-size: 0.8125rem;
    color: var(--green);
  }
  .contrast svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`
