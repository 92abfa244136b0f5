import { css } from '../../web/stylesheet.js'

/** Menu, empty state, rows that need someone, timeline, facts, QR, what floats. */
export const PARTS_STYLES = css`
  .copy-mark,
  .download-mark {
    flex: none;
    width: 16px;
    height: 16px;
    background: currentColor;
    mask: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='2.25' stroke-linecap='round' stroke-linejoin='round'%3E%3Crect x='8.5' y='8.5' width='12' height='12' rx='2.5'/%3E%3Cpath d='M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5'/%3E%3C/svg%3E")
      center / contain no-repeat;
  }
  .download-mark {
    mask-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='2.25' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 20h15'/%3E%3C/svg%3E");
  }
  @media (forced-colors: active) {
    .copy-mark,
    .download-mark {
      background: ButtonText;
      forced-color-adjust: none;
    }
  }
  .menu {
    position: relative;
  }
  .menu summary {
    list-style: none;
  }
  .menu summary::-webkit-details-marker {
    display: none;
  }
  .menu ul {
    position: absolute;
    right: 0;
    z-index: 4;
    width: max-content;
    min-width: 15rem;
    max-width: calc(100vw - 32px);
    margin-top: 6px;
    padding: 6px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--card);
    box-shadow: var(--shadow);
  }
  .menu a {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    padding: 8px 12px;
    border-radius: 10px;
    font-size: 0.875rem;
    text-decoration: none;
  }
  .menu a:hover {
    background: var(--page);
  }
  .menu a svg {
    width: 20px;
    height: 20px;
    stroke-width: 2;
  }
  .menu .takes-away {
    margin-top: 6px;
    padding-top: 6px;
    border-top: 1px solid var(--line);
    color: var(--red);
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: 12px;
    padding: 48px 24px;
    text-align: center;
  }
  .empty > .muted {
    max-width: 34rem;
    font-size: 0.875rem;
  }
  .plate {
    display: grid;
    place-items: center;
    width: 56px;
    height: 56px;
    border-radius: 14px;
    background: var(--soft);
    color: var(--muted);
  }
  .need {
    display: flex;
    align-items: center;
    gap: 16px;
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .need:first-child {
    border-top: 0;
  }
  .need p {
    flex: 1;
    min-width: 0;
  }
  .need b {
    font-weight: 600;
  }
  .red-mark > svg {
    color: var(--red-mark);
  }
  .amber-mark > svg {
    color: var(--amber-mark);
  }
  .blue-mark > svg {
    color: var(--blue-mark);
  }
  .timeline h3 {
    margin-bottom: 8px;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .timeline section + section {
    margin-top: 8px;
  }
  .timeline li {
    position: relative;
    display: flex;
    gap: 12px;
    padding-bottom: 20px;
    font-size: 0.875rem;
  }
  .timeline li:not(:last-child)::before {
    content: '';
    position: absolute;
    left: 13px;
    top: 30px;
    bottom: 2px;
    border-left: 1px solid var(--control);
  }
  .timeline li > div {
    flex: 1;
    min-width: 0;
    padding-top: 3px;
  }
  .timeline .muted,
  .timeline .when {
    font-size: 0.8125rem;
  }
  .timeline .when {
    padding-top: 3px;
    color: var(--muted);
    white-space: nowrap;
  }
  .timeline b {
    font-weight: 600;
  }
  .disc {
    flex: none;
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border-radius: 99px;
  }
  .disc.outline {
    background: var(--grey-tint);
    color: var(--grey);
  }
  .disc svg {
    width: 16px;
    height: 16px;
    stroke-width: 2.25;
  }
  .facts {
    font-size: 0.875rem;
  }
  .facts > div {
    display: grid;
    grid-template-columns: 9.5rem minmax(0, 1fr);
    gap: 12px;
    padding: 9px 0;
    border-top: 1px solid var(--line);
  }
  .facts > div:first-child {
    border-top: 0;
  }
  .side-facts > div {
    grid-template-columns: 5.75rem minmax(0, 1fr);
  }
  .facts dt {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .facts dd {
    overflow-wrap: anywhere;
  }
  .fact-code {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }
  .fact-code .text-button {
    flex: none;
  }
  .qr {
    width: 132px;
    height: 132px;
    border-radius: 12px;
    stroke: none;
    shape-rendering: crispEdges;
    forced-color-adjust: none;
  }
  .qr .paper {
    fill: #fff;
  }
  .qr .modules {
    fill: #000;
  }
  .copy-field input {
    width: 100%;
    min-height: 44px;
    padding: 8px 12px;
    font: inherit;
    font-size: 0.8125rem;
    color: inherit;
    text-overflow: ellipsis;
    background: var(--page);
    border: 1px solid var(--line);
    border-radius: 12px;
  }
  .scripted {
    display: none;
  }
  .has-script .scripted {
    display: inline-flex;
  }
  .has-script .text-button.scripted {
    display: inline-block;
  }
  .refresh {
    margin-top: 20px;
    text-align: center;
  }
  @media (max-width: 44rem) {
    .need {
      position: relative;
      display: block;
      padding: 14px 16px 14px 56px;
    }
    .need > svg {
      position: absolute;
      left: 16px;
    }
    .need .button {
      display: inline;
      padding: 0;
      border: 0;
      background: none;
      text-decoration: underline;
      text-underline-offset: 3px;
    }
    .need .button::after {
      content: '';
      position: absolute;
      inset: 0;
    }
    .timeline li {
      flex-wrap: wrap;
    }
    .timeline li > div {
      flex-basis: calc(100% - 40px);
    }
    .timeline .when {
      flex: 1 0 100%;
      margin-top: -8px;
      padding: 0 0 0 40px;
    }
  }
`
