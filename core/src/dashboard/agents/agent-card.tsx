import type { ComponentChildren, VNode } from 'preact'
import { API_SCOPES, type ApiScope, type Controls } from '../../kernel/principal.js'
import { CheckIcon, ClockIcon, WarningIcon } from '../../web/icons.js'
import { amountText } from '../components/amount.js'
import { Chip } from '../components/chip.js'
import { CrossIcon, SparkIcon, TickIcon } from '../components/icons.js'
import type { Tone } from '../components/status.js'
import { type Fact, Facts } from '../components/timeline.js'
import { askFirstText } from '../keys/controls-text.js'
import { needsControls } from '../keys/typed-controls.js'
import { keysWords } from '../keys/words.js'
import type { Visit } from '../visit.js'
import type { AgentWords } from './words.js'

/** `stopped`: the user who connected it may no longer connect agents. */
export type AgentState = 'on' | 'unused' | 'stopped'

/** What is told of a program, however it has access. */
export interface Agent {
  /** Of what gives it access. */
  id: string
  name: string
  /** Below the name. */
  about: ComponentChildren
  state: AgentState
  scopes: readonly ApiScope[]
  controls: Controls | null
  /** What the links that it created today ask for. */
  askedTodayCentavos: number
  /** Its other limits, and its use. */
  facts: readonly Fact[]
  /** Buttons. */
  acts: VNode
}

interface Parts {
  visit: Visit
  words: AgentWords
  agent: Agent
}

const STATES: Record<AgentState, { tone: Tone; icon: () => VNode }> = {
  on: { tone: 'green', icon: CheckIcon },
  unused: { tone: 'grey', icon: ClockIcon },
  stopped: { tone: 'amber', icon: WarningIcon },
}

/** One program: what it can and cannot, its limits, and how its access is taken away. */
export function AgentCard(parts: Parts): VNode {
  const { visit, words, agent } = parts
  return (
    <section class="card agent" id={agent.id}>
      <div class="agent-head">
        <span class="plate" aria-hidden="true">
          <SparkIcon />
        </span>
        <div>
          <h2>“{agent.name}”</h2>
          <p class="muted small">{agent.about}</p>
        </div>
        <Chip {...STATES[agent.state]}>{words.state[agent.state]}</Chip>
      </div>
      <div class="agent-body">
        <div>
          <h3>{words.can}</h3>
          <ScopeList visit={visit} scopes={agent.scopes} />
        </div>
        <div>
          <h3>{words.limits}</h3>
          <Facts facts={[...controlFacts(parts), ...agent.facts]} locale={visit.locale} isSide />
        </div>
      </div>
      <div class="row agent-acts">{agent.acts}</div>
    </section>
  )
}

/** Everything that an agent may or may not do, so that nothing is left to guess. */
function ScopeList({ visit, scopes }: { visit: Visit; scopes: readonly ApiScope[] }): VNode {
  const { scopeNames, cannot } = keysWords(visit.locale).new
  return (
    <ul class="scope-list">
      {API_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
        <li>
          <TickIcon />
          {scopeNames[scope]}
        </li>
      ))}
      {API_SCOPES.filter((scope) => !scopes.includes(scope)).map((scope) => (
        <li class="muted">
          <CrossIcon />
          <span>
            <span class="unseen">{cannot} </span>
            {scopeNames[scope]}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How much it may ask for, how much it did today, and what it asks first. One that only reads needs no such limits. */
function controlFacts({ visit: { locale }, words, agent: { scopes, controls, askedTodayCentavos } }: Parts): Fact[] {
  if (!controls && !needsControls(scopes)) return []
  const { currency = '', linkLimit = null, dailyLimit = null } = controls ?? {}
  const textOf = (centavos: number): string => amountText(locale, centavos, currency)
  const money: Fact[] = [
    { label: words.perLink, value: linkLimit === null ? words.noLimit : words.upTo(textOf(linkLimit)) },
    {
      label: words.today,
      value:
        dailyLimit === null ? (
          words.noLimit
        ) : (
          <>
            {words.of(textOf(askedTodayCentavos), textOf(dailyLimit))}
            <meter max={dailyLimit} value={askedTodayCentavos} aria-label={words.askedToday} />
          </>
        ),
    },
  ]
  const asks = controls && askFirstText(locale, controls)
  return [
    ...(scopes.includes('links:write') ? money : []),
    { label: words.asks, value: asks === null ? words.asksNothing : words.asksTo(asks) },
  ]
}
