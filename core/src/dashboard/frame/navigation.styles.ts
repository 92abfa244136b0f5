import { css } from '../../web/stylesheet.js'

/** Entries of the side bar, the bar at the bottom, and the list they become on the page `More`. */
export const NAVIGATION_STYLES = css`
  .side {
    display: none;
  }
  .side nav ul {
    display: grid;
    gap: 2px;
  }
  .side nav h2 {
    margin: 16px 12px 4px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .search-all .filter {
    display: block;
  }
  .side .search-all input {
    font-size: 0.875rem;
  }
  .top-search {
    padding: 12px 16px 0;
  }
  .theirs {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .entry {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 42px;
    padding: 6px 12px;
    border: 1px solid transparent;
    border-radius: 12px;
    color: var(--muted);
    font-size: 0.875rem;
    font-weight: 500;
    text-decoration: none;
  }
  .entry:hover {
    color: var(--ink);
    background: var(--soft);
  }
  .entry:focus-visible {
    border-radius: 12px;
  }
  .entry svg {
    width: 20px;
    height: 20px;
    stroke-width: 2;
  }
  .entry[aria-current] {
    border-color: var(--line);
    background: var(--card);
    color: var(--ink);
    font-weight: 600;
  }
  .entry.back {
    color: var(--ink);
    font-weight: 600;
  }
  .number {
    margin-left: auto;
    min-width: 24px;
    padding: 1px 7px;
    border-radius: 99px;
    background: var(--amber);
    color: var(--on-amber);
    font-size: 0.8125rem;
    font-weight: 600;
    text-align: center;
  }
  .person {
    display: flex;
    align-items: center;
    gap: 12px;
    min-width: 0;
    padding: 6px 12px;
    border-radius: 12px;
    font-size: 0.875rem;
    line-height: 1.4;
    text-decoration: none;
  }
  .person:hover b {
    text-decoration: underline;
  }
  .person > span:last-child {
    min-width: 0;
  }
  .person b {
    display: block;
    font-weight: 500;
  }
  .initials {
    flex: none;
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 99px;
    background: var(--soft);
    color: var(--grey);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .more li + li {
    border-top: 1px solid var(--line);
  }
  .more li a {
    display: flex;
    align-items: center;
    gap: 16px;
    min-height: 56px;
    padding: 8px 16px;
    text-decoration: none;
  }
  .more li a span:not(.number) {
    flex: 1;
  }
  .more li a:hover {
    background: var(--page);
  }
  .more li svg {
    color: var(--muted);
  }
  .more li svg:last-child {
    width: 18px;
    height: 18px;
    stroke-width: 2;
  }
  .more small {
    display: block;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .more .modes {
    font-size: 0.875rem;
  }
  .more .modes > * {
    min-height: 44px;
  }
  .bottombar {
    position: fixed;
    inset: auto 0 0;
    z-index: 5;
    display: flex;
    min-height: 60px;
    padding-bottom: env(safe-area-inset-bottom);
    border-top: 1px solid var(--line);
    background: var(--card);
  }
  .bottombar ul {
    display: flex;
    flex: 1;
  }
  .bottombar li {
    flex: 1 1 0;
    min-width: 0;
  }
  .bottombar a {
    position: relative;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 2px;
    height: 60px;
    color: var(--muted);
    font-size: 0.8125rem;
    font-weight: 500;
    line-height: 1.2;
    text-decoration: none;
  }
  .bottombar a[aria-current] {
    color: var(--ink);
    font-weight: 600;
  }
  .bottombar a[aria-current]::before {
    content: '';
    position: absolute;
    top: -1px;
    width: 40px;
    height: 3px;
    background: var(--ink);
  }
  .bottombar .charge {
    color: var(--ink);
  }
  .bottombar .charge span {
    display: grid;
    place-items: center;
    width: 44px;
    height: 28px;
    border-radius: 99px;
    background: var(--action);
    color: var(--on-action);
  }
  .bottombar .alert {
    position: absolute;
    top: 9px;
    left: calc(50% + 9px);
    border: 4.5px solid var(--amber-mark);
    border-radius: 99px;
  }
  .bottombar .single {
    flex: 1;
    padding: 8px 16px;
  }
`
