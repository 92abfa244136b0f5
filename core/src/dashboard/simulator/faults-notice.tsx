import type { VNode } from 'preact'
import { ButtonLink } from '../../web/button.js'
import { Notice } from '../../web/notice.js'
import type { Visit } from '../visit.js'
import { faultText, faultsPath } from './fault-text.js'
import type { SimulatorState } from './simulator-state.js'
import { simulatorWords } from './words.js'

interface Parts {
  visit: Visit
  provider: string
  state: SimulatorState | null
}

/** Why a simulator does not do what one expects. */
export function FaultsNotice({ visit, provider, state }: Parts): VNode | null {
  if (!state || state.faults.length === 0) return null
  const { notice: words } = simulatorWords(visit.locale)
  return (
    <Notice tone="attention">
      <b>{words.title}</b>
      <ul>
        {state.faults.map((fault) => (
          <li>{faultText(visit.locale, fault)}</li>
        ))}
      </ul>
      {state.mayMakeFail && <a href={visit.base + faultsPath(provider)}>{words.change}</a>}
    </Notice>
  )
}

export const FaultsButton = ({ visit, provider, state }: Parts): VNode | null =>
  state?.mayMakeFail ? (
    <ButtonLink isSmall href={visit.base + faultsPath(provider)}>
      {simulatorWords(visit.locale).start}
    </ButtonLink>
  ) : null
