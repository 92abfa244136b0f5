import { css } from './stylesheet.js'

/** Fields have darker edges than buttons, which are recognized by their label. */
export const FORM_STYLES = css`
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
`
