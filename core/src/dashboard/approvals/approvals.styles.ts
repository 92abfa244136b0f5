import { css } from '../../web/stylesheet.js'

/** What an agent asks for, as it wrote it. */
export const APPROVAL_STYLES = css`
  .asked-text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .asked-items li + li {
    margin-top: 4px;
  }
  .asked .cut {
    display: block;
    color: var(--muted);
  }
  .asked > p {
    margin-bottom: 12px;
  }
  .asked .fold {
    margin-top: 8px;
  }
  .approvals .list-word {
    display: none;
  }
  @container (max-width: 44rem) {
    .approvals .list-word {
      display: inline;
    }
  }
  .decision {
    border: 2px solid var(--ink);
  }
  .decision .row > form {
    flex: 0 1 auto;
  }
  @media (max-width: 30rem) {
    .decision .row > form,
    .decision .button {
      flex: 1 0 100%;
      width: 100%;
    }
  }
`
