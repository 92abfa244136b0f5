import { css } from '../../web/stylesheet.js'

export const HOME_STYLES = css`
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
    overflow: hidden;
  }
  .figures > div {
    padding: 18px 24px;
    box-shadow: -1px -1px 0 var(--line);
  }
  .figures dd {
    display: grid;
    gap: 2px;
  }
  .all-good {
    display: flex;
    align-items: center;
    gap: 12px;
    padding-block: 14px;
    font-size: 0.875rem;
  }
  .home-columns .card-head {
    align-items: center;
  }
  .see {
    font-size: 0.875rem;
    font-weight: 600;
  }
  .padded {
    padding: 4px 24px 20px;
  }
  .ranges {
    display: flex;
    padding: 3px;
    border-radius: 12px;
    background: var(--soft);
    font-size: 0.8125rem;
  }
  .ranges a {
    display: flex;
    align-items: center;
    min-height: 36px;
    padding: 4px 12px;
    border-radius: 9px;
    color: var(--muted);
    text-decoration: none;
  }
  .ranges a:hover {
    color: var(--ink);
  }
  .ranges [aria-current] {
    background: var(--card);
    color: var(--ink);
    font-weight: 600;
  }
  .expiring li {
    padding: 12px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .expiring li:first-child {
    border-top: 0;
  }
  .expiring p {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 6px;
  }
  .expiring :is(a, b) {
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: 600;
    text-decoration: none;
  }
  .expiring a:hover {
    text-decoration: underline;
  }
  .checklist li {
    display: flex;
    align-items: center;
    gap: 16px;
    padding: 14px 24px;
    border-top: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .checklist li:first-child {
    border-top: 0;
  }
  .checklist p {
    flex: 1;
    min-width: 0;
  }
  .checklist b {
    display: block;
    font-weight: 600;
  }
  .checklist small {
    font-size: 0.8125rem;
  }
  .checklist .mark {
    flex: none;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border: 1.5px solid var(--field);
    border-radius: 99px;
  }
  .checklist .done {
    color: var(--muted);
  }
  .checklist .done .mark {
    border-color: transparent;
    background: var(--green-tint);
    color: var(--green);
  }
  .checklist svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.5;
  }
  @media (max-width: 44rem) {
    .figures {
      grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr));
    }
    .figures > div:first-child {
      grid-column: 1 / -1;
    }
    .figures > div:not(:first-child) .money {
      font-size: 1.125rem;
      white-space: normal;
    }
    .figures > div,
    .expiring li,
    .checklist li {
      padding-inline: 16px;
    }
    .padded {
      padding: 4px 16px 16px;
    }
    .ranges a {
      min-height: 44px;
    }
    .checklist li {
      flex-wrap: wrap;
    }
    .checklist p {
      flex-basis: calc(100% - 48px);
    }
    .checklist .button {
      margin-left: 40px;
    }
  }
`
