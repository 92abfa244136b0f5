import { css } from '../../web/stylesheet.js'

export const TEAM_STYLES = css`
  .team .amount {
    text-align: left;
    white-space: normal;
  }
  .team th.title,
  .team td.title:first-child {
    padding-left: 76px;
  }
  .team .initials {
    position: absolute;
    top: 12px;
    left: 24px;
  }
  .team .initials svg {
    width: 16px;
    height: 16px;
  }
  .factor,
  .factor form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px 16px;
  }
  .factor > div {
    flex: 1 1 18rem;
  }
  .factor h2 {
    font-size: 0.875rem;
  }
  @container (max-width: 44rem) {
    .team td.title:first-child {
      padding-left: 0;
    }
    .team td.amount {
      text-align: right;
      font-size: 0.875rem;
    }
    .team .initials {
      display: none;
    }
  }
`
