import { approvalPath } from '../../agents/approval.js'
import type { DecideApproval } from '../../agents/decide-approval.js'
import type { ListedApproval, ReadApprovals } from '../../agents/read-approvals.js'
import type { ReadAnswers } from '../../idempotency/read-answers.js'
import type { ReadActorNames } from '../../identity/read-actor-names.js'
import { creatorOf } from '../../kernel/principal.js'
import { Problem } from '../../kernel/problem.js'
import { redirect, showPage } from '../answer.js'
import { fieldsNamed, type Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { approvalListPage } from './approval-list-page.js'
import { approvalPage, gonePage, type DecisionNews } from './approval-page.js'
import { APPROVALS, HASH_FIELD } from './approval-paths.js'

/** `/settings/approvals`: what agents may only do once a person has approved it. */
export class ApprovalPages {
  constructor(
    private readonly approvals: ReadApprovals,
    private readonly decideApproval: DecideApproval,
    private readonly names: ReadActorNames,
    private readonly answers: ReadAnswers,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    const one = `${APPROVALS}/:id`
    const post = { method: 'post', permission, formAt: one } as const
    return [
      { method: 'get', path: APPROVALS, permission, answer: this.showList },
      { method: 'get', path: one, permission, answer: orGone((visit) => this.show(visit, newsOf(visit))) },
      {
        ...{ ...post, path: `${one}/approve`, confirms: true, keeps: fieldsNamed(HASH_FIELD) },
        answer: orGone((visit) => this.decide(visit, 'granted')),
      },
      { ...post, path: `${one}/decline`, answer: orGone((visit) => this.decide(visit, 'declined')) },
    ]
  }

  private readonly showList = async (visit: Visit): Promise<void> => {
    const { principal } = visit
    const [pending, past] = await Promise.all([this.approvals.pending(principal), this.approvals.past(principal)])
    await showPage(
      visit,
      approvalListPage({ visit, pending, past, names: await this.namesIn(visit, [...pending, ...past]) }),
    )
  }

  private async show(visit: Visit, news: DecisionNews | null, status = 200): Promise<void> {
    const approval = await this.approvals.one(visit.principal, parameter(visit, 'id'))
    const [names, isDone] = await Promise.all([this.namesIn(visit, [approval]), this.isDone(visit, approval)])
    await showPage(visit, approvalPage({ visit, approval, names, isDone, news }), status)
  }

  private async decide(visit: Visit, status: 'granted' | 'declined'): Promise<void> {
    const { principal, fields } = visit
    const id = parameter(visit, 'id')
    try {
      const { approval, isNew } = await this.decideApproval.run(principal, id, status, fields[HASH_FIELD] ?? '')
      // The same press once more is no news.
      const isOwn = isNew || (approval.status === status && approval.decidedBy === creatorOf(principal))
      redirect(visit, approvalPath(id) + (isOwn ? '' : '?late'))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      await this.show(visit, 'changed', 422)
    }
  }

  private async isDone({ principal }: Visit, { status, decidedAt, idempotencyKey }: ListedApproval): Promise<boolean> {
    return status === 'granted' && decidedAt !== null
      ? this.answers.hasSucceeded(principal, idempotencyKey, decidedAt)
      : false
  }

  private namesIn({ principal }: Visit, approvals: readonly ListedApproval[]) {
    return this.names.run(
      principal.accountId,
      approvals.flatMap(({ holder, decidedBy }) => [holder, decidedBy]),
    )
  }
}

/** An email may lead to what has been deleted since. */
const orGone =
  (answer: Route['answer']): Route['answer'] =>
  async (visit) => {
    try {
      await answer(visit)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      await showPage(visit, gonePage(visit), 404)
    }
  }

/** What was posted is kept while the person confirms who they are. */
const newsOf = ({ fields, request }: Visit): DecisionNews | null =>
  fields[HASH_FIELD] !== undefined ? 'confirmed' : 'late' in request.query ? 'late' : null
