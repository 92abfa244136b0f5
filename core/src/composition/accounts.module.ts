import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { ApiKeys } from '../accounts/api-keys.repository.js'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { CreateAccount } from '../accounts/create-account.js'
import { CreateKey } from '../accounts/create-key.js'
import { GrantedSubscription, SubscriptionGate } from '../accounts/subscription.js'
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
  provide(bind, CreateAccount, CreateAccount, [Accounts, UnitOfWork, Ids, Clock])
  provide(bind, CreateKey, CreateKey, [ApiKeys, UnitOfWork, Ids, Random, Clock])
  provide(bind, SubscriptionGate, GrantedSubscription, [Accounts])
})
