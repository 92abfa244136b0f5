import type { VNode } from 'preact'
import type { ApiScope } from '../../kernel/principal.js'
import { ButtonLink } from '../../web/button.js'
import { auditByAddress } from '../audit/audit-filters.js'
import { ListIcon } from '../components/icons.js'
import { needsControls } from '../keys/typed-controls.js'
import { keysWords } from '../keys/words.js'
import { linksByProgram } from '../links/link-filters.js'
import type { Visit } from '../visit.js'
import type { AgentWords } from './words.js'

interface ActParts {
  visit: Visit
  words: AgentWords
  /** In the form of `creatorOf`. */
  program: Parameters<typeof linksByProgram>[1]
  scopes: readonly ApiScope[]
  /** Below the base. */
  paths: { limits: string; revoke: string }
}

/** What can be done with the access of one program. */
export const AgentActs = ({ visit, words, program, scopes, paths }: ActParts): VNode => (
  <>
    {needsControls(scopes) && (
      <ButtonLink isSmall href={visit.base + paths.limits}>
        {keysWords(visit.locale).limits.action}
      </ButtonLink>
    )}
    {scopes.includes('links:write') && (
      <ButtonLink isSmall href={linksByProgram(visit, program)}>
        {words.links}
      </ButtonLink>
    )}
    <ButtonLink isSmall icon={ListIcon} href={auditByAddress(visit, program)}>
      {words.done}
    </ButtonLink>
    <ButtonLink isSmall kind="ask" href={visit.base + paths.revoke}>
      {words.remove}
    </ButtonLink>
  </>
)
