import type { Grant } from '../../agents/grant.js'
import type { LimitGrant } from '../../agents/limit-grant.js'
import type { ReadGrants } from '../../agents/read-grants.js'
import type { RevokeGrant } from '../../agents/revoke-grant.js'
import type { ActOnce } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { changeLimits } from '../keys/change-limits.js'
import { type Limited, limitsPage } from '../keys/limits-page.js'
import { keysWords } from '../keys/words.js'
import { everyField, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { parameter, type Visit } from '../visit.js'
import { AGENTS, grantPath } from './agent-paths.js'
import { agentWords } from './words.js'

/** `/settings/agents/:id/…`: the limits of an agent that was connected, and taking its access away. */
export class GrantPages {
  constructor(
    private readonly grants: ReadGrants,
    private readonly limitGrant: LimitGrant,
    private readonly revokeGrant: RevokeGrant,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const confirmed = { permission: 'settings:manage', confirms: true } as const
    const limits = { ...confirmed, path: grantPath(':id', 'limits') }
    const revoke = { ...confirmed, path: grantPath(':id', 'revoke') }
    return [
      {
        ...limits,
        method: 'get',
        answer: this.ifInUse((visit, grant) => showPage(visit, limitsPage(visit, limitedBy(visit, grant)))),
      },
      { ...limits, method: 'post', keeps: everyField, answer: this.ifInUse(this.limit) },
      { ...revoke, method: 'get', answer: this.ifInUse((visit, grant) => showPage(visit, questionOf(visit, grant))) },
      { ...revoke, method: 'post', answer: this.ifInUse(this.revoke) },
    ]
  }

  private readonly ifInUse =
    (answer: (visit: Visit, grant: Grant) => Promise<void>): Route['answer'] =>
    async (visit) => {
      const grant = await this.grants.one(visit.principal, parameter(visit, 'id'))
      if (grant.revokedAt !== null) return redirect(visit, `${AGENTS}?saved=revoked`)
      await answer(visit, grant)
    }

  private readonly limit = async (visit: Visit, grant: Grant): Promise<void> => {
    const once = this.actOnce.of(visit, `limit_grant ${grant.id}`)
    await changeLimits(visit, limitedBy(visit, grant), (controls) =>
      this.limitGrant.run(visit.principal, grant.id, controls, once),
    )
  }

  private readonly revoke = async (visit: Visit, { id }: Grant): Promise<void> => {
    await this.revokeGrant.run(visit.principal, id)
    redirect(visit, `${AGENTS}?saved=revoked`)
  }
}

function limitedBy({ locale }: Visit, { id, clientName: name, controls }: Grant): Limited {
  const words = agentWords(locale)
  return {
    ...{ name, about: words.limitsAbout, controls, path: grantPath(id, 'limits') },
    back: { path: AGENTS, label: words.title },
  }
}

function questionOf(visit: Visit, { id, clientName }: Grant) {
  const { ask } = agentWords(visit.locale)
  const text = (
    <>
      <p>{ask.text}</p>
      <p>{keysWords(visit.locale).ask.money}</p>
    </>
  )
  return questionPage(visit, {
    ...{ title: ask.title(clientName), text, path: grantPath(id, 'revoke'), back: AGENTS },
    ...{ keep: ask.keep, confirm: ask.confirm, busy: ask.busy },
  })
}
