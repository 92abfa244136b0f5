import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { PaymentProviderPlugin } from '@paylink/plugin-api'
import { runCommand } from '../support/command.js'

const require = createRequire(import.meta.url)

/** What an integrator has after `plugins new acme --kind provider`, `npm install` and `npm run build`. */
export class SamplePlugin {
  /** Of the author. */
  readonly folder: string

  private constructor(private readonly root: string) {
    this.folder = join(root, 'acme')
    mkdirSync(this.folder)
  }

  static async build(): Promise<SamplePlugin> {
    const sample = new SamplePlugin(mkdtempSync(join(tmpdir(), 'paylink-sample-')))
    const made = await runCommand(['plugins', 'new', 'acme', '--kind', 'provider'], {}, '', sample.folder)
    if (made.code !== 0) throw new Error(made.stderr)
    sample.install()
    const tsc = require.resolve('typescript/bin/tsc')
    await promisify(execFile)(process.execPath, [tsc, '-p', sample.folder])
    return sample
  }

  async load(): Promise<PaymentProviderPlugin> {
    const main = pathToFileURL(join(this.folder, 'dist/index.js')).href
    return ((await import(main)) as { default: PaymentProviderPlugin }).default
  }

  /** What is put into `{data_dir}/plugins`: nothing but the package, and no contract of its own. */
  dropped(): string {
    const folder = join(this.root, 'data/plugins/acme')
    for (const part of ['package.json', 'dist']) {
      cpSync(join(this.folder, part), join(folder, part), { recursive: true })
    }
    return folder
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  /** What npm does with the package's development dependencies, without a registry. */
  private install(): void {
    const modules = join(this.folder, 'node_modules')
    for (const scope of ['@paylink', '@types']) mkdirSync(join(modules, scope), { recursive: true })
    for (const name of ['plugin-api', 'plugin-kit']) {
      symlinkSync(join(this.folder, 'vendor', name), join(modules, '@paylink', name))
    }
    symlinkSync(dirname(require.resolve('@types/node/package.json')), join(modules, '@types/node'))
  }
}
