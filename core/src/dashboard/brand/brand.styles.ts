import { css } from '../../web/stylesheet.js'

export const BRAND_STYLES = css`
  .form-part {
    padding: 24px;
    border-top: 1px solid var(--line);
  }
  section.form-part:first-of-type {
    border-top: 0;
  }
  .present-logo {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 16px;
    align-items: center;
    font-size: 0.875rem;
  }
  .present-logo img {
    max-width: 132px;
    height: 44px;
    border-radius: 12px;
    object-fit: contain;
    background: #fff;
  }
  .present-logo > div {
    flex: 1 1 8rem;
  }
  .present-logo b,
  .present-logo small {
    display: block;
  }
  .present-logo > div small {
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .brand-preview iframe {
    height: 40rem;
    margin-bottom: 12px;
  }
  .has-script .brand-preview [data-preview] {
    display: none;
  }
  .preview-choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    margin-bottom: 12px;
  }
  .segments {
    display: flex;
    margin: 0;
    padding: 3px;
    border: 0;
    border-radius: 12px;
    background: var(--soft);
  }
  .segments label {
    position: relative;
    display: flex;
    align-items: center;
    min-height: 38px;
    margin: 0;
    padding: 0 12px;
    border: 1px solid transparent;
    border-radius: 10px;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--muted);
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    appearance: none;
    width: 100%;
    height: 100%;
    min-height: 0;
    margin: 0;
    border: 0;
    border-radius: 10px;
    cursor: pointer;
  }
  .segments span {
    pointer-events: none;
    position: relative;
  }
  .segments label:has(:checked) {
    background: var(--card);
    border-color: var(--line);
    color: var(--ink);
    font-weight: 600;
  }
  .segments label:has(:focus-visible) {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
  }
  #real {
    margin-top: 20px;
  }
  @media (forced-colors: active) {
    .segments label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
  @media (max-width: 44rem) {
    .form-part {
      padding: 20px 16px;
    }
  }
  @media (min-width: 75rem) {
    #real {
      margin-right: calc(25rem + 40px);
    }
  }
`
