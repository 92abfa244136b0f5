import { css } from '../../web/stylesheet.js'

export const FILTER_STYLES = css`
  .tabs {
    padding: 0 24px;
    border-bottom: 1px solid var(--line);
    overflow-x: auto;
  }
  .tabs ul {
    display: flex;
    gap: 4px;
  }
  .tabs a {
    display: flex;
    align-items: center;
    min-height: 52px;
    padding: 6px 10px 4px;
    border-bottom: 2px solid transparent;
    color: var(--muted);
    font-size: 0.875rem;
    white-space: nowrap;
    text-decoration: none;
  }
  .tabs li:first-child a {
    margin-left: -6px;
  }
  .tabs a:hover {
    color: var(--ink);
  }
  .tabs a:focus-visible {
    outline-offset: -3px;
  }
  .tabs [aria-current] {
    border-color: var(--ink);
    color: var(--ink);
    font-weight: 600;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding: 16px 24px;
  }
  .filters input,
  .filters select,
  .filters .button {
    font-size: 0.875rem;
  }
  .filter {
    position: relative;
    min-width: 0;
  }
  .filter.search {
    flex: 1 1 14rem;
  }
  .filter.search svg {
    position: absolute;
    left: 12px;
    top: 12px;
    width: 20px;
    height: 20px;
    color: var(--muted);
    pointer-events: none;
  }
  .filter.search input {
    padding-left: 42px;
  }
  .filter ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .rest > div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .rest summary {
    list-style: none;
  }
  .rest summary::-webkit-details-marker {
    display: none;
  }
  .narrow-only {
    display: none;
  }
  .set-filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 0 24px 16px;
    font-size: 0.8125rem;
  }
  .set-filters ul {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .set-filters li a {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    padding: 2px 10px;
    border-radius: 99px;
    background: var(--soft);
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  .set-filters li a:hover {
    text-decoration: line-through;
  }
  .set-filters li svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.25;
  }
  .set-filters .text-button {
    color: var(--ink);
    min-height: 32px;
    padding: 6px 0;
  }
  @media (min-width: 44.01rem) {
    @supports selector(::details-content) {
      .rest::details-content {
        display: block;
        content-visibility: visible;
      }
      .rest summary {
        display: none;
      }
    }
  }
  @media (max-width: 44rem) {
    .tabs {
      display: none;
    }
    .filters {
      padding: 12px 16px;
    }
    .filters input,
    .filters select {
      font-size: 1rem;
    }
    .filter.search {
      flex: 1 0 100%;
    }
    .narrow-only {
      display: block;
      flex: 1 1 8rem;
    }
    .has-script .filters > .button {
      display: none;
    }
    .rest[open] {
      flex: 1 0 100%;
    }
    .rest > div {
      padding-top: 8px;
    }
    .rest .filter {
      flex: 1 0 100%;
    }
    .set-filters {
      padding: 0 16px 12px;
    }
    .set-filters li a,
    .set-filters .text-button {
      min-height: 44px;
    }
    .set-filters .text-button {
      padding: 12px 0;
    }
  }
`
