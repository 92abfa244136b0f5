import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import { type Approval, APPROVAL_MS, approvalStateAt } from './approval.js'
import type { Approvals } from './approvals.repository.js'

/** Mails those who can decide. Implemented by `letters`, a higher room. */
export abstract class ApprovalMail {
  /** Queues the mails in the transaction that asks. */
  abstract queue(tx: Tx, approval: Approval): Promise<void>
}

/** What an agent wants to do. */
export type Question = Pick<Approval, 'client' | 'operation' | 'idempotencyKey' | 'arguments' | 'argumentsHash'>

/** How many calls of one key or grant may wait at the same time: people must be able to decide with care. */
const MAX_PENDING = 20

/** Puts a call before a person, once per idempotency key. */
export class AskPerson {
  constructor(
    private readonly approvals: Approvals,
    private readonly mail: ApprovalMail,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * The approval of this very call. The first time it is asked for, and those who can decide are mailed, unless others
   * of the same agent wait already. One that has ended is asked for anew.
   *
   * @throws Problem `idempotency_key_reuse`: the key was used to ask for another call
   * @throws Problem `rate_limited`: too many calls of this agent wait
   */
  async run(principal: AccountPrincipal, question: Question): Promise<Approval> {
    const holder = creatorOf(principal)
    const found = await this.approvals.ofKey(principal, holder, question.idempotencyKey)
    if (found && this.isCurrent(found)) return assertSame(found, question)
    return this.unitOfWork.run(async (tx) => {
      const approval = await this.ask(tx, principal, question)
      if (approval) return approval
      const first = await this.approvals.ofKey(principal, holder, question.idempotencyKey, tx)
      if (!first) throw new Error('an approval was deleted while it was asked for')
      return assertSame(first, question)
    })
  }

  /** Undefined: another request has asked at the same time. */
  private async ask(tx: Tx, principal: AccountPrincipal, question: Question): Promise<Approval | undefined> {
    const { accountId, livemode } = principal
    const holder = creatorOf(principal)
    const now = this.clock.now()
    const ended = await this.approvals.ofKey(principal, holder, question.idempotencyKey, tx)
    if (ended && !this.isCurrent(ended)) await this.approvals.delete(tx, ended.id, ended.status, ended.expiresAt)
    const waiting = await this.approvals.countPending(tx, principal, holder, iso(now))
    if (waiting >= MAX_PENDING) {
      throw new Problem('rate_limited', {
        detail: `${waiting} calls of this agent wait for a person already. Wait until they are decided.`,
        headers: { 'Retry-After': '600' },
      })
    }
    const approval: Approval = {
      id: this.ids.next('appr'),
      ...{ accountId, livemode, holder, ...question },
      status: 'pending',
      createdAt: iso(now),
      expiresAt: iso(later(now, APPROVAL_MS)),
      decidedAt: null,
      decidedBy: null,
    }
    if (!(await this.approvals.insert(tx, approval))) return undefined
    if (waiting === 0) await this.mail.queue(tx, approval)
    return approval
  }

  private isCurrent(approval: Approval): boolean {
    return approvalStateAt(approval, this.clock.now()) !== 'expired'
  }
}

function assertSame(approval: Approval, { argumentsHash }: Question): Approval {
  if (approval.argumentsHash === argumentsHash) return approval
  throw new Problem('idempotency_key_reuse', {
    detail: 'This idempotency key was already used to ask for another call. Use a new one.',
  })
}
