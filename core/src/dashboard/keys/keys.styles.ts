import { css } from '../../web/stylesheet.js'

/** The list of keys: on phones, too, each has its button. */
export const KEYS_STYLES = css`
  .keys .title b {
    font-weight: 600;
  }
  .keys .list-word {
    display: none;
  }
  .keys .code {
    color: var(--muted);
  }
  @container (max-width: 44rem) {
    .keys .list-word {
      display: inline;
    }
    .keys .below-44 td.status {
      color: var(--muted);
      font-size: 0.8125rem;
    }
    .keys .below-44 td.wide {
      display: block;
      grid-row: 5;
      padding: 6px 0 0;
    }
    .keys .below-44 td.wide .button {
      min-height: 44px;
    }
  }
  .ended-keys {
    color: var(--muted);
  }
  .try-it summary {
    min-height: 44px;
    padding: 10px 0;
    font-size: 0.875rem;
    font-weight: 600;
    cursor: pointer;
  }
`

/** What a key or an agent may do, as boxes. */
export const SCOPE_STYLES = css`
  .scope-boxes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    gap: 0 16px;
    margin-top: 4px;
  }
`
