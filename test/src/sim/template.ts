import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CreateAccount } from '@paylink/core/accounts/create-account'
import { type AccountPrincipal, SYSTEM } from '@paylink/core/kernel/principal'
import { migrate } from '@paylink/core/composition/migrate'
import { compose } from '@paylink/core/composition/compose'
import { Connections } from '@paylink/core/connections/connections.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import type { Clock } from '@paylink/core/kernel/clock'
import type { Random } from '@paylink/core/kernel/random'
import { SystemTimer } from '@paylink/core/kernel/timer'
import { quietPorts, SilentLog } from '../support/ports.js'
import type { Story } from './world.js'
import { quickFolder } from '../support/quick-folder.js'
import { settingsFor } from '../support/settings.js'
import { storedConnection } from '../support/stored-connection.js'
import { generator } from './decisions.js'
import { ISSUERS } from './sim-invoicing.js'

const START = new Date('2026-03-01T00:00:00.000Z')

class StillClock implements Clock {
  now(): Date {
    return START
  }
}

class FixedRandom implements Random {
  private readonly random = generator(1)

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => Math.floor(this.random() * 256))
  }
}

/** Stores one merchant with two connected providers in a migrated database. */
export async function settleMerchant(databaseUrl: string): Promise<AccountPrincipal> {
  const settings = settingsFor(databaseUrl, { sandbox: false, safeMode: true })
  const ports = { clock: new StillClock(), random: new FixedRandom(), timer: new SystemTimer(), log: new SilentLog() }
  const { container, close } = await compose(settings, ports)
  const { id: accountId } = await container.get(CreateAccount).run('Mi negocio', SYSTEM)
  const at = START.toISOString()
  await container.get(UnitOfWork).run(async (tx) => {
    for (const provider of ['provider_a', 'provider_b']) {
      const own = { id: `conn_${provider}`, provider, externalAccountId: `acct_${provider}`, sealedSettings: '' }
      const connection = storedConnection({ ...own, accountId, livemode: false, createdAt: at })
      await container.get(Connections).put(tx, connection)
    }
  })
  await close()
  return { accountId, livemode: false, surface: 'api', who: { kind: 'key', id: 'key' }, scopes: null }
}

/** Connects the invoicing provider, too. */
async function settleIssuer(databaseUrl: string, { accountId }: AccountPrincipal): Promise<void> {
  const settings = settingsFor(databaseUrl, { sandbox: false, safeMode: true })
  const ports = { clock: new StillClock(), random: new FixedRandom(), timer: new SystemTimer(), log: new SilentLog() }
  const { container, close } = await compose(settings, ports)
  const at = START.toISOString()
  await container.get(UnitOfWork).run((tx) =>
    container.get(Connections).put(tx, {
      ...{ id: 'conn_invoicing', kind: 'invoicing', provider: 'invoicing_provider', accountId, livemode: false },
      ...{ status: 'active', sandbox: false },
      ...{ externalAccountId: 'acct_i', displayName: null, issuer: { id: ISSUERS[0] }, webhookId: null },
      sealedSettings: JSON.stringify({ given: {}, issuing: { issuer: ISSUERS[0] } }),
      ...{ lastError: null, stalledSince: null, lastCheckedAt: null, createdAt: at, updatedAt: at },
    }),
  )
  await close()
}

/** A migrated database with one merchant, copied for each run. */
export class Template {
  private constructor(
    private readonly folder: string,
    readonly principal: AccountPrincipal,
  ) {}

  static async make(): Promise<Template> {
    const folder = quickFolder('sim')
    const url = `sqlite:${join(folder, 'template.db')}`
    await migrate(settingsFor(url, {}), quietPorts())
    const principal = await settleMerchant(url)
    const template = new Template(folder, principal)
    const withIssuer = template.copyAs('invoices.db')
    await settleIssuer(`sqlite:${withIssuer}`, principal)
    return template
  }

  /** Where the next run has its database. */
  copy(story: Story): string {
    return this.copyAs('run.db', story === 'invoices' ? 'invoices.db' : 'template.db')
  }

  private copyAs(name: string, from = 'template.db'): string {
    const path = join(this.folder, name)
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
    copyFileSync(join(this.folder, from), path)
    return path
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
