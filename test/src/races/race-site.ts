import type { Engine } from '@paylink/core/database/engine'
import { installQuietProvider } from '../support/quiet-provider.js'
import { Site } from '../support/site.js'

/** Two providers to choose from; on Postgres two replicas, to which requests go in turn. */
export const raceSite = (engine: Engine): Promise<Site> =>
  Site.start(engine, { replicas: engine === 'postgres' ? 2 : 1, furnish: installQuietProvider })
