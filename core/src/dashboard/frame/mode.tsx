import type { VNode } from 'preact'
import type { FrameWords } from './words.es-mx.js'

interface ModeParts {
  words: FrameWords
  livemode: boolean
  /** The same section in the other mode. */
  otherModeHref: string
}

const Dot = ({ livemode }: { livemode: boolean }): VNode => (
  <span class={livemode ? 'dot' : 'dot test'} aria-hidden="true" />
)

/** On top of every page: a green strip in live mode, an amber band in test mode. */
export const ModeBand = ({ words, livemode, otherModeHref }: ModeParts): VNode =>
  livemode ? (
    <div class="strip" />
  ) : (
    <aside class="band" aria-label={words.mode}>
      <span>
        <b>{words.testMode}</b> {words.noCharge}
      </span>
      <a href={otherModeHref}>{words.goLive}</a>
    </aside>
  )

/** Leads to the same section in the other mode; this mode is only named. */
export function ModeSwitch({ words, livemode, otherModeHref }: ModeParts): VNode {
  const side = (isLive: boolean): VNode => {
    const label = (
      <>
        <Dot livemode={isLive} />
        {isLive ? words.live : words.test}
      </>
    )
    if (isLive !== livemode) return <a href={otherModeHref}>{label}</a>
    return (
      <span class={isLive ? 'chosen' : 'chosen test'} aria-current="true">
        {label}
      </span>
    )
  }
  return (
    <div class="modes" role="group" aria-label={words.mode}>
      {side(true)}
      {side(false)}
    </div>
  )
}

export const ModeChip = ({ words, livemode }: Omit<ModeParts, 'otherModeHref'>): VNode => (
  <span class={livemode ? 'mode-chip' : 'mode-chip test'}>
    <Dot livemode={livemode} />
    {livemode ? words.live : words.test}
  </span>
)
