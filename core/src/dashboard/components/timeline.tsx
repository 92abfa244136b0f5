import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { CopyButton } from './copy-button.js'
import type { Tone } from './status.js'

export interface TimelineEntry {
  tone: Tone
  icon: () => VNode
  /** A sentence; what happened is bold and names who did it. */
  text: ComponentChildren
  detail?: ComponentChildren
  /** A `Moment`, or the hour. */
  time: ComponentChildren
}

export interface TimelineDay {
  /** `Hoy`, `Ayer`, `18 de noviembre`. */
  label: string
  entries: readonly TimelineEntry[]
}

/** What happened, newest first, under its days. */
export const Timeline = ({ days }: { days: readonly TimelineDay[] }): VNode => (
  <div class="timeline">
    {days.map(({ label, entries }) => (
      <section>
        <h3>{label}</h3>
        <ol>
          {entries.map(({ tone, icon: Icon, text, detail, time }) => (
            <li>
              <span class={`disc ${tone}`}>
                <Icon />
              </span>
              <div>
                <p>{text}</p>
                {detail && <p class="muted">{detail}</p>}
              </div>
              <p class="when">{time}</p>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
)

export interface Fact {
  label: string
  value: ComponentChildren
  /** An id or code, with a button that copies it. */
  copy?: string
}

/** Facts of a thing, ids last. `isSide`: in a side column. */
export const Facts = ({
  facts,
  locale,
  isSide = false,
}: {
  facts: readonly Fact[]
  locale: PageLocale
  isSide?: boolean
}): VNode => (
  <dl class={isSide ? 'facts side-facts' : 'facts'}>
    {facts.map(({ label, value, copy }) => (
      <div>
        <dt>{label}</dt>
        <dd>
          {copy === undefined ? (
            value
          ) : (
            <span class="fact-code">
              <span class="code">{value}</span>
              <CopyButton text={copy} locale={locale} look="text" />
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
