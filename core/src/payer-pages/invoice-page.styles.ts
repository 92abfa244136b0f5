import { css } from '../web/stylesheet.js'

/** The form for an invoice, and the form that proves who its receiver is. */
export const INVOICE_PAGE_STYLES = css`
  .receiver {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
  .masked dt {
    flex: 0 1 auto;
  }
  .masked dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .proof {
    margin-top: 24px;
  }
  .proof h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
  .narrow {
    justify-self: start;
    min-height: 44px;
    margin: -16px 0 -12px;
    padding: 8px 0;
    font: inherit;
    font-size: 0.875rem;
    text-align: left;
    color: inherit;
    background: none;
    border: 0;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .by-enter {
    position: absolute;
    width: 1px;
    height: 1px;
    padding: 0;
    border: 0;
    opacity: 0;
  }
  .notice {
    margin-bottom: 0;
  }
  @media (max-width: 20rem) {
    .notice svg {
      display: none;
    }
  }
`
