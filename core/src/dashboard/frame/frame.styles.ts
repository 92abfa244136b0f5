import { css } from '../../web/stylesheet.js'

/** Side bar from 62 rem on; below, a bar at the top and one at the bottom. */
export const FRAME_STYLES = css`
  .skip {
    position: fixed;
    top: -100px;
    left: 16px;
    z-index: 9;
    padding: 10px 18px;
    border-radius: 12px;
    background: var(--action);
    color: var(--on-action);
    font-weight: 600;
  }
  .skip:focus {
    top: 16px;
  }
  .strip {
    position: sticky;
    top: 0;
    z-index: 5;
    height: 4px;
    background: var(--green-mark);
  }
  .strip.quiet {
    background: var(--control);
  }
  .band {
    position: sticky;
    top: 0;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 16px;
    padding: 8px 16px;
    border-bottom: 2px solid var(--amber-mark);
    background: var(--amber);
    color: var(--on-amber);
    font-size: 0.875rem;
    text-align: center;
  }
  .plain-http,
  .quarantined {
    padding: 8px 16px;
    background: var(--red-tint);
    color: var(--red);
    font-size: 0.875rem;
    text-align: center;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 12px;
    min-width: 0;
    font-size: 0.875rem;
    font-weight: 600;
    line-height: 1.3;
    text-decoration: none;
  }
  .who span {
    min-width: 0;
    overflow: hidden;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .who img,
  .mark {
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 10px;
    object-fit: contain;
  }
  .topbar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 56px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
    background: var(--card);
  }
  .mode-chip {
    flex: none;
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 3px 10px;
    border-radius: 99px;
    font-size: 0.8125rem;
    font-weight: 500;
    background: var(--green-tint);
    color: var(--green);
  }
  .mode-chip.test {
    background: var(--amber);
    color: var(--on-amber);
    box-shadow: inset 0 0 0 1px var(--amber-mark);
  }
  .dot {
    flex: none;
    width: 10px;
    height: 10px;
    border: 5px solid var(--green-mark);
    border-radius: 99px;
  }
  .dot.test {
    border-width: 2px;
    border-color: var(--amber-mark);
  }
  .modes {
    display: grid;
    grid-template-columns: auto auto;
    gap: 4px;
    padding: 3px;
    border-radius: 12px;
    background: var(--soft);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  .modes > * {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 36px;
    padding: 4px 8px;
    border-radius: 10px;
    color: var(--muted);
    line-height: 1.2;
    text-decoration: none;
  }
  .modes > a:hover {
    color: var(--ink);
  }
  .modes .chosen {
    border: 1px solid var(--line);
    background: var(--card);
    color: var(--green);
    font-weight: 600;
  }
  .modes .chosen.test {
    border: 1px solid var(--amber-mark);
    background: var(--amber);
    color: var(--on-amber);
  }
  main {
    min-width: 0;
    padding: 20px 16px 88px;
  }
  @media (min-width: 62rem) {
    .topbar,
    .top-search,
    .bottombar {
      display: none;
    }
    .shell {
      display: grid;
      grid-template-columns: 15rem minmax(0, 1fr);
      min-height: calc(100vh - 4px);
    }
    .side {
      position: sticky;
      top: 4px;
      display: flex;
      flex-direction: column;
      gap: 16px;
      height: calc(100vh - 4px);
      padding: 20px 12px;
      overflow-y: auto;
      border-right: 1px solid var(--line);
    }
    .testing .side {
      top: 39px;
      height: calc(100vh - 39px);
    }
    .side .who {
      padding: 0 10px;
    }
    .side .foot {
      display: grid;
      gap: 8px;
      margin-top: auto;
    }
    .foot form {
      padding-left: 60px;
    }
    main {
      padding: 32px 40px 64px;
    }
    main > * {
      max-width: 72rem;
    }
    main > .forms-alone {
      max-width: 46rem;
    }
  }
`
