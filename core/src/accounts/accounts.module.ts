import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { provide, provideAs } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { Accounts } from './accounts.repository.js'
import { ApiKeys } from './api-keys.repository.js'
import { AuthenticateKey } from './authenticate-key.js'
import { ChangeAccount } from './change-account.js'
import { CreateAccount } from './create-account.js'
import { DaySums } from './day-sums.js'
import { CreateKey } from './create-key.js'
import { ReadAccount } from './read-account.js'
import { ReadKeys } from './read-keys.js'
import { ReadPlan } from './read-plan.js'
import { RevokeKey } from './revoke-key.js'
import { GrantedSubscription, SubscriptionGate } from './subscription.js'

export const accountsModule = new ContainerModule(({ bind }) => {
  provide(bind, Accounts, [READER, Generation])
  provide(bind, ApiKeys, [READER, Generation])
  provide(bind, AuthenticateKey, [ApiKeys, Accounts, Generation, UnitOfWork, Clock, Log])
  provide(bind, CreateAccount, [Accounts, AuditLog, UnitOfWork, Ids, Clock])
  provide(bind, ChangeAccount, [Accounts, AuditLog, UnitOfWork, Clock, DaySums])
  provide(bind, ReadPlan, [SubscriptionGate, Timer, Log])
  provide(bind, ReadAccount, [Accounts, Generation])
  provide(bind, CreateKey, [ApiKeys, Accounts, AuditLog, UnitOfWork, Ids, Random, Clock])
  provide(bind, ReadKeys, [ApiKeys, Clock])
  provide(bind, RevokeKey, [ApiKeys, AuditLog, UnitOfWork, Clock])
  provideAs(bind, SubscriptionGate, GrantedSubscription, [Accounts])
})
