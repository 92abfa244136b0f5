import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { ApiKeys } from '../accounts/api-keys.repository.js'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { ChangeAccount } from '../accounts/change-account.js'
import { CreateAccount } from '../accounts/create-account.js'
import { CreateKey } from '../accounts/create-key.js'
import { RevokeKey } from '../accounts/revoke-key.js'
import { GrantedSubscription, SubscriptionGate } from '../accounts/subscription.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Random } from '../kernel/random.js'
import { provide, READER } from './provide.js'

export const accountsModule = new ContainerModule(({ bind }) => {
  provide(bind, Accounts, Accounts, [READER, Generation])
  provide(bind, ApiKeys, ApiKeys, [READER, Generation])
  provide(bind, AuthenticateKey, AuthenticateKey, [ApiKeys, Accounts, Generation, UnitOfWork, Clock, Log])
  provide(bind, CreateAccount, CreateAccount, [Accounts, AuditLog, UnitOfWork, Ids, Clock])
  provide(bind, ChangeAccount, ChangeAccount, [Accounts, AuditLog, UnitOfWork])
  provide(bind, CreateKey, CreateKey, [ApiKeys, AuditLog, UnitOfWork, Ids, Random, Clock])
  provide(bind, RevokeKey, RevokeKey, [ApiKeys, AuditLog, UnitOfWork, Clock])
  provide(bind, SubscriptionGate, GrantedSubscription, [Accounts])
})
