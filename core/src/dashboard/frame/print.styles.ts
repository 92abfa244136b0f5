import { css } from '../../web/stylesheet.js'

/** On paper: the page without what is pressed; the band of the test mode stays. */
export const PRINT_STYLES = css`
  @media print {
    :root {
      color-scheme: light;
      --page: #fff;
    }
    .skip,
    .side,
    .topbar,
    .top-search,
    .bottombar,
    .strip,
    .actions,
    .back-link,
    .filters,
    .pager,
    .button,
    #messages {
      display: none !important;
    }
    .shell {
      display: block;
    }
    .band {
      position: static;
      border: 2px solid;
    }
    .band a {
      display: none;
    }
    main {
      padding: 16px 0;
    }
    .card {
      break-inside: avoid;
    }
  }
`
