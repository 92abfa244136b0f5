import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { discover } from '@paylink/core/plugin-host/discover'
import type { PaymentProviderPlugin } from '@paylink/plugin-api'
import { runProviderConformance } from '@paylink/plugin-kit'

const PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url))

for (const { folder, kind, main } of await discover({ builtIn: PLUGINS, added: '', named: [], safeMode: true })) {
  if (kind !== 'payment-provider') continue
  const module = (await import(pathToFileURL(main).href)) as { default: PaymentProviderPlugin }
  const packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  runProviderConformance(module.default, { describe, it }, { packageJson })
}
