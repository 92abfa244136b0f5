import type { VNode } from 'preact'
import { localDay, nextMonthDay } from '../../kernel/local-day.js'
import { announcedAt } from '../../letters/mail-sheets.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { formatTime } from '../../web/format-time.js'
import { CheckBox } from '../components/fields.js'
import { may, type Visit } from '../visit.js'
import { MONTHLY_MAIL } from './paths.js'
import type { AccountantWords } from './words.es-mx.js'

interface MailParts {
  visit: Visit
  words: AccountantWords
  faults: readonly FormFault[]
}

/** To whom the sheet of each month is announced; the owner decides. */
export function MonthlyMail({ visit, words: { mail: words }, faults }: MailParts): VNode {
  const { account, base, csrfToken, fields } = visit
  const { sheetTo } = account.mail
  if (!may(visit, 'account:manage')) {
    return <p class="muted small">{sheetTo === null ? words.goesNowhere : words.goesTo(sheetTo)}</p>
  }
  const wasSent = fields['sheetTo'] !== undefined
  const values = { sheetTo: fields['sheetTo'] ?? sheetTo ?? '' }
  const isOn = wasSent ? fields['isOn'] !== undefined : sheetTo !== null
  return (
    <section class="card balance">
      <h2>{words.title}</h2>
      {faults.length > 0 && <FaultSummary title={words.faults} faults={faults} />}
      <PostForm action={base + MONTHLY_MAIL} csrfToken={csrfToken}>
        <div class="stack">
          <CheckBox name="isOn" label={words.isOn} about={words.about} isOn={isOn} isSwitch />
          <TextField
            form={{ values, faults }}
            name="sheetTo"
            type="email"
            label={words.to}
            hint={words.hint}
            autocomplete="off"
            isOptional
          />
          {sheetTo !== null && <p class="muted small">{words.next(nextText(visit))}</p>}
          <div>
            <SubmitButton busy={words.busy}>{words.save}</SubmitButton>
          </div>
        </div>
      </PostForm>
    </section>
  )
}

function nextText({ now, account, locale }: Pick<Visit, 'now' | 'account' | 'locale'>): string {
  const { timeZone } = account.brand
  const today = localDay(now, timeZone)
  const thisMonth = announcedAt(today, timeZone)
  const next = thisMonth > now ? thisMonth : announcedAt(nextMonthDay(today), timeZone)
  return formatTime(locale, timeZone, next.toISOString(), now).at
}
