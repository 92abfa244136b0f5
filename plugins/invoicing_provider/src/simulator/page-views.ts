import type { SimulatorContext } from '@paylink/plugin-api'
import { endView, type Html, html, NOTHING, SIMULATOR_WORDS } from '@paylink/plugin-api/simulator-page'
import type { Behaviour } from './behaviour.js'
import type { SimulatedEmail } from './emails.js'
import { PAGE_WORDS, type PageWords } from './page-words.js'
import { ISSUERS, UNLISTED_RFCS } from './taxpayers.js'

type Locale = SimulatorContext['locale']
export type Notice = 'saved' | 'wrong'

interface Shown {
  behaviour: Behaviour
  /** Null: unlimited stamps. */
  left: number | null
  emails: SimulatedEmail[]
}

/** The sandbox's current settings, and the emails it would have sent. */
export function behaviourPage({ behaviour, left, emails }: Shown, locale: Locale, notice?: Notice): Html {
  const words = PAGE_WORDS[locale]
  const { stampSeconds, stampingFails, cancelSeconds, cancelRefused } = behaviour
  return html`<h1>${words.title}</h1>
    <p class="soft">${words.intro}</p>
    ${noticeView(words, notice)}
    <form method="post">
      ${field('stamps', words.stamps, left === null ? '' : String(left))}
      ${field('stampSeconds', words.stampSeconds, String(stampSeconds))}
      ${tick('stampingFails', words.stampingFails, stampingFails)}
      ${field('cancelSeconds', words.cancelSeconds, String(cancelSeconds))}
      ${tick('cancelRefused', words.cancelRefused, cancelRefused)}
      <button class="first" name="outcome" value="save"><strong>${words.save}</strong></button>
      <button class="quiet" name="outcome" value="usual">${words.usual}</button>
    </form>
    ${emailsView(words, emails)} ${taxpayersView(words)}`
}

export function unknownPage(locale: Locale): Html {
  const words = SIMULATOR_WORDS[locale]
  return endView(words.unknownTitle, words.unknownText, locale)
}

function noticeView(words: PageWords, notice: Notice | undefined): Html {
  if (notice === undefined) return NOTHING
  return notice === 'saved'
    ? html`<p role="status"><strong>${words.saved}</strong></p>`
    : html`<p class="alert" role="alert">${words.wrong}</p>`
}

function field(name: string, label: string, value: string): Html {
  return html`<label>${label}<input name="${name}" inputmode="numeric" pattern="[0-9]{0,7}" value="${value}" /></label>`
}

/** A checkbox; overrides the full width of the page's text inputs. */
function tick(name: string, label: string, isOn: boolean): Html {
  const row = 'display:flex;align-items:center;gap:10px;min-height:44px'
  const box = 'flex:none;width:22px;min-height:22px;margin:0'
  const checked = isOn ? html`checked` : NOTHING
  return html`<label style="${row}"
    ><input type="checkbox" name="${name}" style="${box}" ${checked} /><span>${label}</span></label
  >`
}

function emailsView(words: PageWords, emails: SimulatedEmail[]): Html {
  if (emails.length === 0) return NOTHING
  return html`<p class="soft">${words.emails}</p>
    <dl>
      ${emails.map(
        ({ to, uuid }) =>
          html`<dt>${to}</dt>
            <dd>${uuid}</dd> `,
      )}
    </dl>`
}

function taxpayersView(words: PageWords): Html {
  return html`<dl>
      ${ISSUERS.map(
        ({ rfc, name, zip, regimes }) =>
          html`<dt>${name} · ${zip} · ${regimes[0]!}</dt>
            <dd>${rfc}</dd> `,
      )}
    </dl>
    <p class="soft">${words.taxpayers}</p>
    <p class="soft">${words.others} ${UNLISTED_RFCS.join(', ')}.</p>`
}
