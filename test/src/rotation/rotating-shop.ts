import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@paylink/config'
import { compose } from '@paylink/core/composition/compose'
import type { Engine } from '@paylink/core/database/engine'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { SystemRandom } from '@paylink/core/kernel/random'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { type Erasure, Erasures } from '@paylink/core/privacy/erasures.repository'
import { RotateSecretKey, type RotationReport } from '@paylink/core/rotation/rotate-secret-key'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import type { TestAppliance } from '../support/appliance.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { TestTimer } from '../support/ports.js'
import { quickFolder } from '../support/quick-folder.js'
import { Receiver } from '../support/receiver.js'
import { tablesOf } from '../support/rows.js'

export const FIRST_KEY = Buffer.alloc(32, 7)
/** So fast do the pauses of a rotation pass that a test does not wait for. */
const HASTE = 200

/** As an erasure leaves its plan that was killed on its way. */
async function leaveErasure({ container, account, clock }: TestAppliance): Promise<void> {
  const erasures = container.get(Erasures)
  const found = { identity: { email: 'ana@example.com' } } as Erasure['found']
  const erasure = { id: 'ers_killed', accountId: account.id, startedAt: clock.now().toISOString(), found, counts: {} }
  const sealedPlan = await erasures.seal(erasure)
  await container.get(UnitOfWork).run((tx) => erasures.insert(tx, erasure, sealedPlan))
}

/** A shop whose server runs while its secret key, in the data directory, is replaced. */
export class RotatingShop {
  private constructor(
    readonly invoices: InvoiceShop,
    readonly receiver: Receiver,
    readonly folder: string,
    readonly webhook: { id: string; secret: string },
  ) {}

  static async open(engine: Engine): Promise<RotatingShop> {
    const folder = quickFolder('rotation')
    const secretKeyFile = join(folder, 'secret.key')
    writeFileSync(secretKeyFile, `${FIRST_KEY.toString('base64')}\n`, { mode: 0o600 })
    const settings = { dataDir: folder, secretKey: FIRST_KEY, secretKeyFile, outboundAllowPrivate: true }
    const invoices = await InvoiceShop.open(engine, settings)
    const receiver = await Receiver.start()
    const scope = { accountId: invoices.paylink.account.id, livemode: false }
    const { endpoint, secret } = await invoices.paylink.container
      .get(RegisterEndpoint)
      .run(actFor(OPERATOR, scope), { url: receiver.url('/hook'), events: null })
    await leaveErasure(invoices.paylink)
    return new RotatingShop(invoices, receiver, folder, { id: endpoint.id, secret })
  }

  get paylink() {
    return this.invoices.paylink
  }

  async close(): Promise<void> {
    await this.receiver.stop()
    await this.invoices.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  keyInFile(): Buffer {
    return Buffer.from(readFileSync(this.file('secret.key'), 'utf8'), 'base64')
  }

  /** As the command does it, in a composition of its own. */
  async rotate({
    timer = hurried(),
    onStep = () => undefined,
    settings = {},
  }: {
    timer?: TestTimer
    onStep?: (text: string) => void
    settings?: Partial<Settings>
  } = {}): Promise<RotationReport> {
    const { paylink } = this
    const ports = { clock: paylink.clock, log: paylink.log, timer, random: new SystemRandom() }
    const given = { ...paylink.settings, secretKey: this.keyInFile(), ...settings }
    const service = await compose(given, ports, { plugins: false })
    try {
      return await service.container.get(RotateSecretKey).run(OPERATOR, null, onStep)
    } finally {
      await service.close()
    }
  }

  /** A start reads the file. */
  async restart(): Promise<void> {
    Object.assign(this.paylink.settings, { secretKey: this.keyInFile() })
    await this.paylink.restart()
  }

  /** Every sealed text of the database, with its column. */
  async sealedTexts(): Promise<{ place: string; header: any }[]> {
    const found: { place: string; header: any }[] = []
    for (const table of await tablesOf(this.paylink)) {
      const rows: Record<string, unknown>[] = await this.paylink.db(table)
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          const header = typeof value === 'string' ? headerOf(value) : null
          if (header !== null) found.push({ place: `${table}.${column}`, header })
        }
      }
    }
    return found
  }
}

export function hurried(): TestTimer {
  const timer = new TestTimer()
  timer.haste = HASTE
  return timer
}

/** Of a compact JWE, however it begins. */
function headerOf(text: string): any {
  if (!/^[\w-]+(\.[\w-]*){4}$/.test(text)) return null
  try {
    const header = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString())
    return typeof header.enc === 'string' ? header : null
  } catch {
    return null
  }
}
