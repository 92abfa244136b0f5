import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { TestAppliance } from '../support/appliance.js'
import { nameOf, testPostgres } from '../support/postgres.js'

/** A copy of a stopped server's database and data directory, as a snapshot of its machine has it. */
export class MachineSnapshot {
  private readonly folder = mkdtempSync(join(tmpdir(), 'paylink-snapshot-'))
  private template: string | undefined

  private constructor(private readonly paylink: TestAppliance) {}

  /** Restarts the server meanwhile. */
  static async take(paylink: TestAppliance): Promise<MachineSnapshot> {
    const snapshot = new MachineSnapshot(paylink)
    await paylink.restart(() => snapshot.copy())
    return snapshot
  }

  /** Puts the copy in place of what there is, and starts the server on it. */
  async putBack(whileStopped: () => void = () => undefined): Promise<void> {
    await this.paylink.restart(async () => {
      await this.replace()
      whileStopped()
    })
  }

  async drop(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true })
    if (this.template !== undefined) await testPostgres.dropDatabase(this.template)
  }

  private async copy(): Promise<void> {
    const { databaseUrl, dataDir } = this.paylink.settings
    copyFileSync(join(dataDir, 'epoch.json'), join(this.folder, 'epoch.json'))
    if (this.paylink.engine === 'postgres') {
      this.template = await testPostgres.createDatabase(nameOf(databaseUrl))
      return
    }
    for (const file of this.databaseFiles()) cpSync(file, join(this.folder, basename(file)))
  }

  private async replace(): Promise<void> {
    const { databaseUrl, dataDir } = this.paylink.settings
    copyFileSync(join(this.folder, 'epoch.json'), join(dataDir, 'epoch.json'))
    if (this.template !== undefined) {
      await testPostgres.dropDatabase(databaseUrl)
      await testPostgres.run(`create database ${nameOf(databaseUrl)} template ${nameOf(this.template)}`)
      return
    }
    for (const file of this.databaseFiles()) rmSync(file)
    const copies = readdirSync(this.folder).filter((name) => name !== 'epoch.json')
    for (const name of copies) cpSync(join(this.folder, name), join(dataDir, name))
  }

  /** The file, and those that SQLite may have beside it. */
  private databaseFiles(): string[] {
    const path = this.paylink.settings.databaseUrl.slice('sqlite:'.length)
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))
    return names.map((name) => join(dirname(path), name))
  }
}
