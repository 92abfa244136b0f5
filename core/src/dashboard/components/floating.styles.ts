import { css } from '../../web/stylesheet.js'

/** What the script shows above the page: a short message, and a question as a dialog. */
export const FLOATING_STYLES = css`
  #messages {
    position: fixed;
    left: 24px;
    bottom: 24px;
    z-index: 8;
    display: grid;
    gap: 8px;
    max-width: min(32rem, calc(100vw - 32px));
  }
  .message {
    display: flex;
    align-items: center;
    gap: 16px;
    padding: 12px 18px;
    border-radius: 12px;
    background: var(--action);
    color: var(--on-action);
    font-size: 0.875rem;
    box-shadow: var(--shadow);
  }
  .message button {
    min-height: 24px;
    padding: 0;
    font: inherit;
    font-size: 0.8125rem;
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 3px;
    background: none;
    border: 0;
    cursor: pointer;
  }
  .slow {
    margin-top: 12px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  dialog {
    width: min(30rem, calc(100vw - 32px));
    padding: 24px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--card);
    color: inherit;
    box-shadow: var(--shadow);
  }
  dialog::backdrop {
    background: rgb(16 18 22 / 45%);
  }
  @media (max-width: 61.99rem) {
    #messages {
      left: 16px;
      bottom: 76px;
    }
  }
  @media (max-width: 44rem) {
    dialog {
      width: 100%;
      max-width: none;
      margin: auto 0 0;
      border-width: 1px 0 0;
      border-radius: 14px 14px 0 0;
    }
  }
`
