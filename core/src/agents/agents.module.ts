import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { ApiKeys } from '../accounts/api-keys.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { provide } from '../kernel/provide.js'
import { AgentMoney } from './agent-money.repository.js'
import { Approvals } from './approvals.repository.js'
import { ApprovalMail, AskPerson } from './ask-person.js'
import { CreateGrant } from './create-grant.js'
import { DecideApproval } from './decide-approval.js'
import { Grants } from './grants.repository.js'
import { LimitGrant } from './limit-grant.js'
import { LimitKey } from './limit-key.js'
import { MoneyLimits } from './money-limits.js'
import { ReadApprovals } from './read-approvals.js'
import { ReadGrants } from './read-grants.js'
import { RevokeGrant } from './revoke-grant.js'
import { TidyAgents } from './tidy-agents.js'

export const agentsModule = new ContainerModule(({ bind }) => {
  provide(bind, AgentMoney, [READER])
  provide(bind, Approvals, [READER])
  provide(bind, MoneyLimits, [AgentMoney, Accounts, Clock])
  provide(bind, AskPerson, [Approvals, ApprovalMail, UnitOfWork, Ids, Clock])
  provide(bind, DecideApproval, [Approvals, AuditLog, UnitOfWork, Clock])
  provide(bind, ReadApprovals, [Approvals, Clock])
  provide(bind, LimitKey, [ApiKeys, AuditLog, UnitOfWork])
  provide(bind, Grants, [READER, Generation])
  provide(bind, CreateGrant, [Grants, Accounts, AuditLog, Ids, Clock])
  provide(bind, ReadGrants, [Grants, Clock])
  provide(bind, RevokeGrant, [Grants, AuditLog, UnitOfWork, Clock])
  provide(bind, LimitGrant, [Grants, AuditLog, UnitOfWork])
  provide(bind, TidyAgents, [Approvals, AgentMoney, UnitOfWork, Clock])
})
