import type { VNode } from 'preact'
import type { AccessLine } from '../../access-log/access-line.js'
import type { ActorName } from '../../identity/read-actor-names.js'
import { modeOf } from '../../kernel/mode.js'
import { exactTime } from '../../web/format-time.js'
import { Notice, type NoticeTone } from '../../web/notice.js'
import { type Fact, Facts } from '../components/timeline.js'
import type { Visit } from '../visit.js'
import { type RequestsWords, requestsWords } from './words.js'

type Outcome = keyof RequestsWords['outcomes']

const TONES: Record<Outcome, NoticeTone> = {
  done: 'good',
  refused: 'attention',
  limited: 'attention',
  left: 'attention',
  failed: 'wrong',
}

const CLIENT_CLOSED_REQUEST = 499
const TOO_MANY = 429

function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed'
  if (status === CLIENT_CLOSED_REQUEST) return 'left'
  if (status === TOO_MANY) return 'limited'
  return status >= 400 ? 'refused' : 'done'
}

interface Parts {
  visit: Visit
  line: AccessLine
  names: ReadonlyMap<string, ActorName>
}

/** What came of a request, in words, and its record. */
export function RequestView({ visit, line, names }: Parts): VNode {
  const words = requestsWords(visit.locale)
  const outcome = outcomeOf(line.status)
  const { what, means } = words.outcomes[outcome]
  return (
    <>
      <Notice tone={TONES[outcome]}>
        <b>{what}</b>
        {means !== '' && (
          <p>
            {means} {remedyFor(outcome, line, words)}
          </p>
        )}
      </Notice>
      <section class="card">
        <Facts locale={visit.locale} facts={factsOf({ visit, line, names }, words)} />
      </section>
    </>
  )
}

function remedyFor(outcome: Outcome, line: AccessLine, words: RequestsWords): string {
  if (outcome === 'refused') return line.problem === null ? '' : words.outcomes.refused.remedy
  return isOfDashboard(line) ? words.pageRemedy : words.outcomes[outcome].remedy
}

const isOfDashboard = ({ keyId, path }: AccessLine): boolean => keyId === null && path?.includes('/dashboard') === true

function factsOf({ visit, line, names }: Parts, words: RequestsWords): Fact[] {
  const { locale, account, baseUrl } = visit
  const { id, at, method, path, status, ms, problem, livemode, client, protocol } = line
  const { facts } = words
  const asked = method === null ? words.notHttp : <span class="code">{`${method} ${path ?? ''}`}</span>
  return [
    { label: facts.request, value: asked },
    { label: facts.at, value: <When at={at} text={exactTime(locale, account.brand.timeZone, new Date(at))} /> },
    { label: facts.status, value: String(status) },
    ...(problem === null ? [] : [{ label: facts.problem, value: problemText(baseUrl, problem, words) }]),
    { label: facts.who, value: whoText(line, names, words) },
    ...(livemode === null ? [] : [{ label: facts.mode, value: words.modes[modeOf(livemode)] }]),
    { label: facts.ms, value: words.ms(ms.toLocaleString('en-US')) },
    { label: facts.client, value: `${client} · ${protocol}` },
    { label: facts.id, value: id, copy: id },
  ]
}

/** With the time that logs have. */
const When = ({ at, text }: { at: string; text: string }): VNode => (
  <>
    {text} <span class="code muted">{at}</span>
  </>
)

const problemText = (baseUrl: string, problem: string, { explain }: RequestsWords): VNode => (
  <>
    <span class="code">{problem}</span>{' '}
    <a href={`${baseUrl}/problems/${problem}`} target="_blank" rel="noopener noreferrer">
      {explain}
    </a>
  </>
)

function whoText(line: AccessLine, names: Parts['names'], words: RequestsWords): string {
  const { keyId } = line
  if (keyId === null) return isOfDashboard(line) ? words.panel : words.noKey
  const name = names.get(`key:${keyId}`)?.name ?? null
  return name === null ? words.unknownKey : words.key(name)
}
