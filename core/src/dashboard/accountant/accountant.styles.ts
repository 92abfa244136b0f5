import { css } from '../../web/stylesheet.js'

export const ACCOUNTANT_STYLES = css`
  .month-choice {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 12px;
  }
  .month-choice .field {
    flex: 0 1 20rem;
  }
  .narrow-word,
  .in-list {
    display: none;
  }
  .sheet :is(th, td):has(> .in-list),
  .sheet th:has(> .unseen) {
    padding-inline: 0;
  }
  @container (min-width: 66.01rem) {
    .below-66 .title {
      min-width: 12rem;
    }
    .below-66 :is(th, td) {
      padding-inline: 8px;
    }
  }
  @container (max-width: 66rem) {
    .narrow-word,
    .in-list {
      display: inline;
    }
  }
  .foot-cards {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
    gap: 20px;
    align-items: start;
  }
  .foot-cards > p {
    align-self: center;
  }
  .balance > p {
    margin-top: 12px;
  }
  .adds-up {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--green);
  }
  .adds-up svg {
    width: 16px;
    height: 16px;
  }
`
