import type { ComponentChildren, VNode } from 'preact'
import { OtherLanguage } from '../web/other-language.js'
import { type RenderedPage, renderPage } from '../web/layout.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { type ProblemCode, PROBLEMS } from '../kernel/problem.js'
import { PROBLEM_WORDS } from './problem-words.js'
import { REFERENCE_STYLES } from './reference.styles.js'

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** Explains one code and its remedy. `home` links to the list of all. */
export function problemPage(locale: PageLocale, code: ProblemCode, home: string): RenderedPage {
  const { page, problems } = PROBLEM_WORDS[locale]
  const { title, meaning, remedy } = problems[code]
  const body = (
    <Frame locale={locale}>
      <nav class="back">
        <a href={home}>{page.all}</a>
      </nav>
      <main>
        <h1>{title}</h1>
        <p class="lead">
          <code>{code}</code> · {page.status} {PROBLEMS[code].status}
        </p>
        <div class="answer">
          <section>
            <h2>{page.meaning}</h2>
            <p>{meaning}</p>
          </section>
          <section>
            <h2>{page.remedy}</h2>
            {remedy.map((step) => (
              <p>{step}</p>
            ))}
          </section>
        </div>
      </main>
    </Frame>
  )
  return renderPage({ locale, title, body, styles: [REFERENCE_STYLES] })
}

/** All codes with their status. */
export function problemIndex(locale: PageLocale): RenderedPage {
  const { page, problems } = PROBLEM_WORDS[locale]
  const body = (
    <Frame locale={locale}>
      <main>
        <h1>{page.index.title}</h1>
        <p class="lead">{page.index.lead}</p>
        <ul class="index">
          {PROBLEM_CODES.map((code) => (
            <li>
              <a href={`problems/${code}`}>
                {problems[code].title}
                <br />
                <span class="muted small">
                  {PROBLEMS[code].status} · <code>{code}</code>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </Frame>
  )
  return renderPage({ locale, title: page.index.title, body, styles: [REFERENCE_STYLES] })
}

function Frame({ locale, children }: { locale: PageLocale; children: ComponentChildren }): VNode {
  return (
    <div class="page">
      {children}
      <footer class="note-foot">
        <OtherLanguage locale={locale} />
      </footer>
    </div>
  )
}
