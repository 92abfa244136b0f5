import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { CLOCKS } from '../../web/format-time.js'
import { brandWords } from './words.js'

interface Parts {
  locale: PageLocale
  chosen: string
  now: Date
}

/** A page with all 400 zones is heavy: the command takes the others. */
const OFFERED = /^(America|Europe)\//

/** Those of Mexico come first, with their present time, as the chosen one. */
export function ZoneOptions({ locale, chosen, now }: Parts): VNode {
  const { mexico, otherZones, mexicanZones } = brandWords(locale).zone
  const offered = Intl.supportedValuesOf('timeZone').filter((zone) => OFFERED.test(zone))
  const zones = new Set(['UTC', ...offered, chosen])
  const others = [...zones].filter((zone) => !Object.hasOwn(mexicanZones, zone))
  const timed = (zone: string, name: string): VNode => (
    <option value={zone} selected={zone === chosen}>
      {`${name}, ${timeIn(locale, zone, now)}`}
    </option>
  )
  return (
    <>
      <optgroup label={mexico}>{Object.entries(mexicanZones).map(([zone, name]) => timed(zone, name))}</optgroup>
      <optgroup label={otherZones}>
        {others.map((zone) => (zone === chosen ? timed(zone, zone.replaceAll('_', ' ')) : <option>{zone}</option>))}
      </optgroup>
    </>
  )
}

function timeIn(locale: PageLocale, timeZone: string, now: Date): string {
  try {
    const options = { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: CLOCKS[locale] } as const
    return new Intl.DateTimeFormat(locale, options).format(now)
  } catch (error) {
    // What was sent in place of a zone of the list.
    if (error instanceof RangeError) return '?'
    throw error
  }
}
