import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { DEFAULT_ICON, merchantIcon } from '../../web/merchant-icon.js'
import type { AssetName } from '../assets/assets.js'
import { PageScript, PageStyles, renderDocument } from './document.js'
import { PlainHttp } from './frame.js'
import { isPlainHttp } from './plain-http.js'
import { frameWords } from './words.js'
import type { FrameWords } from './words.es-mx.js'

interface OutsidePage {
  locale: PageLocale
  title: string
  baseUrl: string
  /** Whose dashboard it is; null: not known yet. */
  merchant: { name: string; color: string | null } | null
  /** `card`: one narrow card, as for signing in. `form`: steps with a form; it brings its own cards. */
  size: 'card' | 'form' | 'wide'
  content: ComponentChildren
  /** Above the content: the steps of the first run. */
  above?: VNode
  /** Below the content. */
  below?: VNode
  script?: AssetName
  /** The band of test mode on top: what is set up here is not real yet. */
  isTest?: boolean
  /** The strip of live mode on top: what is decided here is real. */
  isLive?: boolean
  /** This page in the other language; without it the page has no switch. */
  languageHref?: (lang: 'es' | 'en') => string
}

/** A page without the navigation: signing in, the first run, a program that asks to be connected. */
export function renderOutside(page: OutsidePage): string {
  const words = frameWords(page.locale)
  const { merchant } = page
  const body = (
    <body class="outside">
      <PageStyles name="outside.css" baseUrl={page.baseUrl} />
      {page.isTest ? (
        <aside class="band" aria-label={words.mode}>
          <span>
            <b>{words.testMode}</b> {words.noCharge}
          </span>
        </aside>
      ) : (
        <div class={page.isLive ? 'strip' : 'strip quiet'} />
      )}
      {isPlainHttp(page.baseUrl) && <PlainHttp words={words} />}
      <div class={page.size === 'card' ? 'door' : `door ${page.size}`}>
        {merchant && (
          <header class="who">
            <img src={merchantIcon(merchant)} alt="" />
            <span>
              {merchant.name}
              <small>{words.panel}</small>
            </span>
          </header>
        )}
        {page.above}
        <main id="main" tabIndex={-1} class={page.size === 'card' ? 'card' : undefined}>
          {page.content}
        </main>
        {page.below}
        {page.languageHref && <Languages locale={page.locale} href={page.languageHref} words={words} />}
      </div>
      {page.script && <PageScript name={page.script} baseUrl={page.baseUrl} />}
    </body>
  )
  const icon = merchant ? merchantIcon(merchant) : DEFAULT_ICON
  const { locale, baseUrl } = page
  const title = page.isTest ? `${words.titleTest} ${page.title}` : page.title
  return renderDocument({ locale, title, icon, baseUrl, body })
}

function Languages({
  locale,
  href,
  words,
}: {
  locale: PageLocale
  href: (lang: 'es' | 'en') => string
  words: FrameWords
}): VNode {
  const other = locale === 'en' ? 'es' : 'en'
  const link = (lang: 'es' | 'en', label: string): VNode =>
    lang === other ? (
      <a href={href(lang)} lang={lang} hreflang={lang}>
        {label}
      </a>
    ) : (
      <span lang={lang}>{label}</span>
    )
  return (
    <footer class="languages" aria-label={words.language}>
      {link('es', words.spanish)} · {link('en', words.english)}
    </footer>
  )
}
