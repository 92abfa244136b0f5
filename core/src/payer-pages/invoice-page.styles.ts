import { css } from '../web/stylesheet.js'

/** Styles of the form. Fields have darker edges than buttons, which are recognized by their label. */
export const INVOICE_PAGE_STYLES = css`
  .receiver {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .field label {
    font-weight: 600;
  }
  .field input,
  .field select {
    width: 100%;
    min-height: 48px;
    margin-top: 4px;
    padding: 8px 12px;
    font: inherit;
    color: inherit;
    background-color: var(--card);
    border: 1px solid var(--muted);
    border-radius: 12px;
    text-overflow: ellipsis;
  }
  .field :focus-visible {
    border-radius: 12px;
  }
  .field.wrong input,
  .field.wrong select {
    border: 2px solid var(--red);
  }
  .fault {
    color: var(--red);
    font-weight: 600;
  }
  .fault,
  .doubt {
    font-size: 0.875rem;
  }
  .doubt {
    padding: 8px 12px;
    border-radius: 12px;
    background: var(--amber);
    color: var(--on-amber);
  }
  .tick {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    overflow-wrap: anywhere;
  }
  .tick input {
    flex: none;
    width: 24px;
    height: 24px;
    margin: 0;
    accent-color: var(--brand);
  }
  .tick span {
    min-width: 0;
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
  .notice div {
    min-width: 0;
  }
  .notice h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
  .notice ul,
  .notice .small {
    margin-top: 4px;
  }
  .notice li {
    padding: 4px 0;
  }
  @media (max-width: 20rem) {
    .notice svg {
      display: none;
    }
  }
`
