import { ContainerModule } from 'inversify'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { CreateGrant } from '../agents/create-grant.js'
import { Grants } from '../agents/grants.repository.js'
import { RevokeGrant } from '../agents/revoke-grant.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Users } from '../identity/users.repository.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, key, provide, provideFrom, SETTINGS } from '../kernel/provide.js'
import { Sealer } from '../secrets/sealer.js'
import { Artifacts } from './artifacts.repository.js'
import { AuthenticateToken } from './authenticate-token.js'
import type { ServerParts } from './authorization-server.js'
import { ClientDocuments } from './client-documents.js'
import { ConsentRequests } from './consent-requests.js'
import { OAuthClients } from './oauth-clients.repository.js'
import { ProtectedResources } from './protected-resources.js'
import { ReadBackers } from './read-backers.js'
import { RegisterClient } from './register-client.js'
import { SealedArtifacts } from './sealed-artifacts.js'
import { TidyOAuth } from './tidy-oauth.js'

/** What the authorization server is made of. */
export const SERVER_PARTS = key<ServerParts>('parts of the authorization server')

export const oauthModule = new ContainerModule(({ bind }) => {
  provide(bind, Artifacts, [READER])
  provide(bind, SealedArtifacts, [Artifacts, Sealer, Clock])
  provide(bind, ProtectedResources, [BASE_URL])
  provide(bind, OAuthClients, [READER])
  provide(bind, RegisterClient, [OAuthClients, UnitOfWork, Ids, Clock])
  provide(bind, ConsentRequests, [SealedArtifacts, CreateGrant, UnitOfWork, BASE_URL])
  provide(bind, ReadBackers, [Users])
  provide(bind, TidyOAuth, [Artifacts, OAuthClients, UnitOfWork, Clock])
  provideFrom(bind, ClientDocuments, [SETTINGS], (settings) => new ClientDocuments(settings.outboundAllowPrivate))
  provideFrom(
    bind,
    SERVER_PARTS,
    [
      SealedArtifacts,
      Artifacts,
      Grants,
      OAuthClients,
      RevokeGrant,
      ProtectedResources,
      UnitOfWork,
      Clock,
      BASE_URL,
      Users,
      ClientDocuments,
      Sealer,
      Log,
    ],
    (
      artifacts,
      rows,
      grants,
      clients,
      revokeGrant,
      resources,
      unitOfWork,
      clock,
      baseUrl,
      users,
      documents,
      sealer,
      log,
    ) => ({
      ...{ artifacts, rows, grants, clients, revokeGrant, resources, unitOfWork, clock },
      ...{ baseUrl, users, documents, sealer, log },
    }),
  )
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
