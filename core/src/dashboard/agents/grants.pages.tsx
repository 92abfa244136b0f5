import type { Grant } from '../../agents/grant.js'
import type { LimitGrant } from '../../agents/limit-grant.js'
import type { ReadGrants } from '../../agents/read-grants.js'
import type { RevokeGrant } from '../../agents/revoke-grant.js'
import { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { limitsPage } from '../keys/limits-page.js'
import { controlFaults, readTypedControls } from '../keys/typed-controls.js'
import { keysWords } from '../keys/words.js'
import { everyField, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
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
      { ...limits, method: 'get', answer: this.ifInUse((visit, grant) => showPage(visit, limitsOf(visit, grant))) },
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
    const { principal, fields, locale } = visit
    const controls = readTypedControls(fields, grant.controls?.currency)
    try {
      await this.limitGrant.run(principal, grant.id, controls, this.actOnce.of(visit, `limit_grant ${grant.id}`))
    } catch (error) {
      if (error instanceof Problem) {
        const faults = controlFaults(error, keysWords(locale))
        if (faults.length === 0) throw error
        return showPage(visit, limitsOf({ ...visit, formKey: keyOf(visit) }, grant, faults), 422)
      }
      if (!(error instanceof RepeatedForm)) throw error
    }
    redirect(visit, `${AGENTS}?saved=limits`)
  }

  private readonly revoke = async (visit: Visit, { id }: Grant): Promise<void> => {
    await this.revokeGrant.run(visit.principal, id)
    redirect(visit, `${AGENTS}?saved=revoked`)
  }
}

function limitsOf(visit: Visit, { id, clientName: name, controls }: Grant, faults?: readonly FormFault[]) {
  const words = agentWords(visit.locale)
  const back = { path: AGENTS, label: words.title }
  return limitsPage(visit, { name, about: words.limitsAbout, controls, path: grantPath(id, 'limits'), back }, faults)
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
