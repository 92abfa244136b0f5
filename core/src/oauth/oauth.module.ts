import { ContainerModule } from 'inversify'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { Grants } from '../agents/grants.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Users } from '../identity/users.repository.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, provide } from '../kernel/provide.js'
import { Sealer } from '../secrets/sealer.js'
import { Artifacts } from './artifacts.repository.js'
import { AuthenticateToken } from './authenticate-token.js'
import { ProtectedResources } from './protected-resources.js'
import { SealedArtifacts } from './sealed-artifacts.js'

export const oauthModule = new ContainerModule(({ bind }) => {
  provide(bind, Artifacts, [READER])
  provide(bind, SealedArtifacts, [Artifacts, Sealer, Clock])
  provide(bind, ProtectedResources, [BASE_URL])
  provide(bind, AuthenticateToken, [
    SealedArtifacts,
    Grants,
    Users,
    ProtectedResources,
    AuthenticateKey,
    Generation,
    UnitOfWork,
    Clock,
    Log,
  ])
})
