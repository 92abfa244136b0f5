import { css } from '../../web/stylesheet.js'

/** The browser's own control, and with the script one in our words above it. */
export const FILE_FIELD_STYLES = css`
  .field input[type='file'] {
    padding: 10px 12px;
    border-style: dashed;
    font-size: 0.875rem;
  }
  ::file-selector-button {
    margin-right: 12px;
    padding: 2px 10px;
    font: inherit;
    font-size: 0.8125rem;
    color: var(--ink);
    background: var(--soft);
    border: 0;
    border-radius: 8px;
  }
  .field input.over {
    border: 2px solid var(--ink);
    background: var(--soft);
  }
  .file-box {
    display: block;
    position: relative;
  }
  .file-face {
    display: none;
  }
  .has-script .file-box input[type='file'] {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    padding: 0;
    opacity: 0;
    cursor: pointer;
  }
  .has-script .file-face {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 60px;
    padding: 8px 12px 8px 16px;
    font-size: 0.875rem;
    color: var(--muted);
    border: 1px dashed var(--field);
    border-radius: 12px;
  }
  .file-face [data-file] {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .file-face [data-file].chosen {
    color: var(--ink);
    font-weight: 600;
  }
  .file-face .button {
    flex: none;
  }
  .file-box input:hover + .file-face .button {
    border-color: var(--ink);
  }
  .has-script .file-box input:focus-visible + .file-face {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
  }
  .has-script .file-box input[aria-invalid='true'] + .file-face {
    border: 2px solid var(--red-mark);
  }
  .has-script .file-box input.over + .file-face {
    border: 2px solid var(--ink);
    background: var(--soft);
  }
`
