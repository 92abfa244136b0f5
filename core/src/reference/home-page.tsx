import { type RenderedPage, renderPage } from '../web/layout.js'
import { css } from '../web/stylesheet.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { OtherLanguage } from '../web/other-language.js'
import { HOME_WORDS } from './home-words.js'

const STYLES = css`
  .home {
    max-width: 40rem;
    padding-block: clamp(32px, 10vh, 96px) 48px;
  }
  .home h1 {
    font-size: 1.75rem;
    line-height: 1.25;
  }
  .home h2 {
    font-size: 1.0625rem;
  }
  .home .card {
    margin-top: 32px;
  }
  .home .card p {
    margin-top: 4px;
  }
  .home .lead {
    margin-top: 8px;
  }
  .home .for {
    margin-top: 40px;
  }
  .home li {
    padding-block: 12px;
  }
  .home li + li {
    border-top: 1px solid var(--line);
  }
  .home footer {
    margin-top: 32px;
    font-size: 0.875rem;
  }
`

/** What this server is, for a visitor who opens its address in a browser. */
export function homePage(locale: PageLocale): RenderedPage {
  const words = HOME_WORDS[locale]
  const body = (
    <div class="column home">
      <main>
        <h1>{words.title}</h1>
        <p class="lead muted">{words.lead}</p>
        <section class="card">
          <h2>{words.payers.title}</h2>
          <p>{words.payers.text}</p>
        </section>
        <h2 class="for">{words.developers}</h2>
        <ul>
          {words.links.map(({ href, title, text }) => (
            <li>
              <a href={href}>{title}</a>
              <p class="muted small">{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer>
        <OtherLanguage locale={locale} />
      </footer>
    </div>
  )
  return renderPage({ locale, title: words.title, body, styles: [STYLES] })
}
