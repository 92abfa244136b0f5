import { css } from '../../web/stylesheet.js'

/** On top of the styles that forms share: edges that are seen, boxes and choices in ink. */
export const FIELD_STYLES = css`
  .field label,
  .choices legend {
    font-size: 0.875rem;
    font-weight: 600;
  }
  .field label .muted {
    font-weight: 400;
  }
  .field .small,
  .field .fault,
  .choices .fault {
    font-size: 0.8125rem;
  }
  .fault {
    display: flex;
    gap: 8px;
    align-items: flex-start;
  }
  .fault::before {
    content: '';
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 2px;
    background: currentColor;
    mask: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='2.25' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M12 4 2.8 20h18.4zM12 10v4.5M12 17.4v.1'/%3E%3C/svg%3E")
      center / contain no-repeat;
  }
  .field input,
  .field select,
  .field textarea,
  .filter input,
  .filters select {
    width: 100%;
    min-height: 44px;
    padding: 8px 12px;
    font: inherit;
    color: inherit;
    background-color: var(--card);
    border: 1px solid var(--field);
    border-radius: 12px;
  }
  .field textarea {
    margin-top: 4px;
    resize: vertical;
  }
  .field select,
  .filters select {
    appearance: none;
    padding-right: 36px;
    text-overflow: ellipsis;
    background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23868c98' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m6 9.5 6 6 6-6'/%3E%3C/svg%3E");
    background-repeat: no-repeat;
    background-position: right 10px center;
    background-size: 20px;
  }
  .field input:hover,
  .field select:hover,
  .field textarea:hover {
    border-color: var(--ink);
  }
  .field.wrong textarea {
    border: 2px solid var(--red);
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
    gap: 20px 16px;
    align-items: end;
  }
  .money-field {
    position: relative;
    display: block;
  }
  .money-field > span {
    position: absolute;
    left: 13px;
    top: 15px;
    color: var(--muted);
    line-height: 1.5;
  }
  .money-field input {
    padding-left: 30px;
    font-variant-numeric: tabular-nums;
  }
  .money-field.right input {
    text-align: right;
  }
  .box {
    display: flex;
    gap: 14px;
    align-items: flex-start;
    min-height: 44px;
    padding: 10px 0;
    cursor: pointer;
  }
  .box b,
  .choice b {
    font-size: 0.875rem;
    font-weight: 600;
  }
  .box b,
  .box small,
  .choice b,
  .choice small {
    display: block;
  }
  .box small,
  .choice small {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .box span,
  .choice span {
    min-width: 0;
  }
  .box input,
  .choice input {
    appearance: none;
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0;
    border: 1px solid var(--field);
    border-radius: 6px;
    background: var(--card);
    cursor: pointer;
  }
  .box input:checked {
    border-color: var(--action);
    background: var(--action);
  }
  .box:not(.switch) input:checked::before {
    content: '';
    display: block;
    width: 6px;
    height: 11px;
    margin: 2px 0 0 7px;
    border: solid var(--on-action);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  .box.switch input {
    width: 40px;
    height: 24px;
    border-color: var(--field);
    border-radius: 99px;
    background: var(--field);
  }
  .box.switch input::before {
    content: '';
    display: block;
    width: 0;
    height: 0;
    margin: 2px;
    border: 9px solid var(--card);
    border-radius: 99px;
  }
  .box.switch input:checked {
    border-color: var(--green-mark);
    background: var(--green-mark);
  }
  .box.switch input:checked::before {
    margin-left: 18px;
  }
  .choices > div {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
    gap: 8px;
    margin-top: 8px;
  }
  .choice {
    display: flex;
    gap: 14px;
    padding: 15px;
    border: 1px solid var(--control);
    border-radius: 12px;
    background: var(--card);
    cursor: pointer;
  }
  .choice:hover {
    border-color: var(--ink);
  }
  .choice:has(:checked) {
    padding: 14px;
    border: 2px solid var(--ink);
  }
  .choice:has(:focus-visible) {
    outline: 3px solid var(--ring);
    outline-offset: 2px;
  }
  .choice input {
    border-radius: 99px;
  }
  .choice input:focus-visible {
    outline: 0;
  }
  .choice input:checked {
    border: 6px solid var(--action);
  }
  .choices.wrong .choice {
    border-color: var(--red);
  }
  .fold {
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--card);
  }
  .fold summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 12px;
    min-height: 56px;
    padding: 12px 44px 12px 24px;
    font-size: 0.875rem;
    list-style: none;
    cursor: pointer;
    background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23868c98' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m6 9.5 6 6 6-6'/%3E%3C/svg%3E")
      right 16px center / 20px no-repeat;
  }
  .fold summary::-webkit-details-marker {
    display: none;
  }
  .fold summary b {
    flex: 0 0 11rem;
    font-weight: 600;
  }
  .fold summary span {
    min-width: 0;
    color: var(--muted);
  }
  .fold > .stack {
    padding: 4px 24px 24px;
  }
  @media (max-width: 44rem) {
    .fold summary {
      padding-left: 16px;
    }
    .fold summary b {
      flex-basis: 100%;
    }
    .fold > .stack {
      padding: 4px 16px 16px;
    }
  }
  @media (forced-colors: active) {
    .box input:checked,
    .choice input:checked {
      appearance: auto;
    }
  }
`
