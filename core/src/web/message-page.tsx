import type { VNode } from 'preact'
import type { PageLocale } from '../kernel/choose-locale.js'
import { WarningIcon } from './icons.js'
import { type RenderedPage, renderPage } from './layout.js'
import { css } from './stylesheet.js'

const STYLES = css`
  .alone {
    padding-block: clamp(24px, 12vh, 120px);
  }
`

/** A page with a single message and no brand. */
export function messagePage(
  locale: PageLocale,
  { title, text, link }: { title: string; text: string; link?: { href: string; label: string } },
): RenderedPage {
  const body: VNode = (
    <div class="column alone">
      <main class="card">
        <div class="state">
          <WarningIcon />
          <div>
            <h1>{title}</h1>
            <p class="muted">{text}</p>
            {link && (
              <p>
                <a href={link.href}>{link.label}</a>
              </p>
            )}
          </div>
        </div>
      </main>
    </div>
  )
  return renderPage({ locale, title, body, styles: [STYLES] })
}
