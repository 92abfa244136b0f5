import { css } from '../../web/stylesheet.js'

export const LINK_FORM_STYLES = css`
  .with-preview {
    display: grid;
    gap: 20px 40px;
    align-items: start;
  }
  .with-preview > * {
    min-width: 0;
  }
  .folds {
    padding: 0;
  }
  .folds > .fold:last-child {
    border-radius: 0 0 14px 14px;
  }
  .fold-body {
    padding: 24px;
  }
  .folds > .fold {
    border-width: 1px 0 0;
    border-radius: 0;
  }
  .folds > .fold > summary {
    justify-content: space-between;
  }
  .folds > .fold > summary b {
    flex: 1 1 auto;
  }
  .pills:not(:has([value='pick']:checked)) + .expires-on {
    display: none;
  }
  .plain {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .plain > legend {
    padding: 0;
    font-size: 0.875rem;
    font-weight: 600;
  }
  .field-row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
    gap: 16px;
    align-items: end;
  }
  .item + .item {
    margin-top: 16px;
    padding-top: 16px;
    border-top: 1px solid var(--line);
  }
  .item-line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: end;
  }
  .item-line + .item-line,
  .item > .fault {
    margin-top: 8px;
  }
  .item-line > .field {
    flex: 0 1 9rem;
  }
  .item-line > .grow {
    flex: 1 1 14rem;
  }
  .item-line > .count {
    flex: 0 1 5rem;
  }
  .item-line > .unit {
    flex: 0 1 12rem;
  }
  .taxes {
    align-items: start;
  }
  .taxes > .field > label {
    position: absolute;
    clip-path: inset(50%);
  }
  .item-line label {
    font-weight: 500;
    font-size: 0.8125rem;
    color: var(--muted);
  }
  .count input,
  .price input {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .item-line > .text-button {
    min-height: 44px;
    padding-inline: 8px;
  }
  .sat {
    flex: 1 1 16rem;
  }
  .sat > summary {
    display: list-item;
    padding-block: 12px;
    font-size: 0.8125rem;
    color: var(--muted);
    cursor: pointer;
  }
  .beside {
    display: flex;
    flex-wrap: wrap;
    gap: 16px;
    align-items: center;
    margin-top: 20px;
  }
  .sums dl {
    display: grid;
    gap: 8px;
    max-width: 22rem;
    margin-left: auto;
    font-size: 0.875rem;
  }
  .sums dl > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    font-variant-numeric: tabular-nums;
  }
  .sums .total {
    padding-top: 8px;
    border-top: 1px solid var(--line);
    font-size: 1rem;
    font-weight: 700;
  }
  .pills {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .pill {
    position: relative;
    cursor: pointer;
  }
  .pill input {
    position: absolute;
    inset: 0;
    opacity: 0;
  }
  .pill span {
    display: block;
    padding: 10px 16px;
    border: 1px solid var(--control);
    border-radius: 22px;
    font-size: 0.875rem;
  }
  .pill input:checked + span {
    border: 2px solid var(--ink);
    padding: 9px 15px;
    font-weight: 600;
  }
  .pill input:focus-visible + span {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
  }
  .ways {
    display: grid;
    gap: 8px;
  }
  .ways > li {
    display: flex;
    gap: 16px;
    align-items: center;
    padding: 8px 16px;
    border: 1px solid var(--line);
    border-radius: 12px;
  }
  .ways .box {
    flex: 1;
  }
  .data-row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-block: 8px;
  }
  .data-row .fault {
    flex: 1 0 100%;
  }
  .data-row input:first-of-type {
    flex: 0 1 9rem;
    width: auto;
  }
  .data-row input:last-of-type {
    flex: 1 1 10rem;
    width: auto;
  }
  .form-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    margin-top: 20px;
  }
  .preview iframe {
    display: block;
    width: 100%;
    height: 36rem;
    border: 1px solid var(--control);
    border-radius: 24px;
    background: #f4f5f7;
    color-scheme: light;
  }
  .preview details > p {
    margin: 8px 0;
  }
  @media (max-width: 44rem) {
    .fold-body {
      padding: 16px;
    }
    .bottombar .form-actions {
      flex-wrap: nowrap;
      margin: 0;
    }
    .bottombar .first {
      flex: 1;
    }
    .ways > li {
      flex-wrap: wrap;
    }
  }
  @media (max-width: 61.99rem) {
    #create {
      display: none;
    }
  }
  @media (min-width: 75rem) {
    .with-preview {
      grid-template-columns: minmax(0, 1fr) 25rem;
    }
  }
`
