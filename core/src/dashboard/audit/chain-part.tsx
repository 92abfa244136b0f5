import type { VNode } from 'preact'
import type { AuditHead } from '../../audit/audit-entry.js'
import type { AnchorCheck, ChainCheck } from '../../audit/check-audit-log.js'
import { SubmitButton } from '../../web/button.js'
import { formatTime } from '../../web/format-time.js'
import { PostForm, TextField } from '../../web/form.js'
import { CheckIcon, ClockIcon, WarningIcon } from '../../web/icons.js'
import { CopyButton, CopyField } from '../components/copy-button.js'
import { Fold } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { AUDIT } from './audit-filters.js'
import { whatText } from './entry-text.js'
import { auditWords } from './words.js'

interface ChainParts {
  visit: Visit
  chain: ChainCheck
}

/** Whether the chain of entries is intact. */
export function Chain({ visit, chain }: ChainParts): VNode {
  const { chain: words } = auditWords(visit.locale)
  const Icon = chain.state === 'intact' ? CheckIcon : chain.state === 'running' ? ClockIcon : WarningIcon
  const isBroken = chain.state === 'broken'
  return (
    <div class={`chain ${chain.state}`} role={isBroken ? 'alert' : 'status'}>
      <Icon />
      <div>
        <ChainText visit={visit} chain={chain} />
      </div>
      <PostForm action={`${visit.base}${AUDIT}/verify`} csrfToken={visit.csrfToken}>
        <SubmitButton isSmall busy={words.busy}>
          {words.button}
        </SubmitButton>
      </PostForm>
    </div>
  )
}

function ChainText({ visit, chain }: ChainParts): VNode {
  const words = auditWords(visit.locale)
  const { chain: texts } = words
  const { locale, account, now } = visit
  switch (chain.state) {
    case 'running':
      return <p>{texts.running}</p>
    case 'failed':
      return <p>{texts.failed}</p>
    case 'intact':
      return <p>{chain.until === null ? texts.empty : texts.intact(untilText(visit, chain.until))}</p>
    case 'broken':
      return (
        <>
          <p>
            <b>{texts.broken}</b> {chain.at !== null && texts.brokenAt(new Intl.NumberFormat(locale).format(chain.at))}
          </p>
          {chain.entry && (
            <p>
              {texts.brokenEntry(
                whatText(words, chain.entry),
                formatTime(locale, account.brand.timeZone, chain.entry.at, now).by,
              )}
            </p>
          )}
          <p>{texts.brokenThen}</p>
        </>
      )
  }
}

/** `las 11:12`; of another day with its date. */
function untilText({ locale, account, now }: Visit, at: string): string {
  const text = formatTime(locale, account.brand.timeZone, at, now).at
  return text.replace(/^hoy a /, '').replace(/^today at /, '')
}

/** In the address of the page. */
export const KEPT_HASH = 'hash'

/** A hash that was kept elsewhere, as it was typed. */
export interface KeptHash {
  typed: string
  result: AnchorCheck | 'malformed'
}

interface KeptParts {
  visit: Visit
  head: AuditHead | null
  kept: KeptHash | null
}

/** The end of the log to keep elsewhere: the one proof that also shows when the last entries are missing. */
export function KeptPart({ visit, head, kept }: KeptParts): VNode | null {
  if (!head) return null
  const { kept: words } = auditWords(visit.locale)
  const form = {
    values: { [KEPT_HASH]: kept?.typed ?? '' },
    faults: kept?.result === 'malformed' ? [{ name: KEPT_HASH, text: words.malformed }] : [],
  }
  return (
    <>
      {kept && kept.result !== 'malformed' && <KeptResult visit={visit} result={kept.result} />}
      <div class="kept">
        <Fold name={words.title} value={words.value} isOpen={kept !== null}>
          <p class="muted small">{words.text(head.seq.toLocaleString('en-US'))}</p>
          <div class="row">
            <CopyField id="head" label={words.head} text={head.hash} />
            <CopyButton text={head.hash} locale={visit.locale} look="small" />
          </div>
          <form method="get" action={visit.base + AUDIT} hx-boost="true">
            <div class="stack near">
              <TextField
                form={form}
                name={KEPT_HASH}
                label={words.compare}
                hint={words.compareHint}
                autocomplete="off"
                spellcheck={false}
              />
              <div>
                <SubmitButton isSmall busy={words.comparing}>
                  {words.button}
                </SubmitButton>
              </div>
            </div>
          </form>
        </Fold>
      </div>
    </>
  )
}

function KeptResult({ visit, result }: { visit: Visit; result: AnchorCheck }): VNode {
  const { kept: words } = auditWords(visit.locale)
  const isGood = result === 'contained'
  const isBad = result === 'missing' || result === 'unknown'
  const Icon = isGood ? CheckIcon : isBad ? WarningIcon : ClockIcon
  return (
    <div class={`chain ${isGood ? 'intact' : isBad ? 'broken' : result}`} role={isBad ? 'alert' : 'status'}>
      <Icon />
      <div>
        <p>{words.results[result]}</p>
      </div>
    </div>
  )
}
