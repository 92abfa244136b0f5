import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PaymentProviderPlugin } from '../provider.js'
import type { ChildMessage } from './check-package.js'
import { checkProvider } from './check-provider.js'

/** The child of `checkPackage`: loads one plugin and tells its parent about each case. */
const [folder = '', main = ''] = process.argv.slice(2)
const tell = (message: ChildMessage): void => void process.send?.(message)
/** What the plugin left running does not keep the process alive. */
const tellAndLeave = (message: ChildMessage): void => void process.send?.(message, () => process.exit())

async function loadPlugin(): Promise<PaymentProviderPlugin | string> {
  // As in the appliance: a plugin need not bring the contract itself.
  register('../resolve-hook.js', import.meta.url)
  try {
    const module = (await import(pathToFileURL(main).href)) as { default?: PaymentProviderPlugin }
    const plugin = module.default
    if (plugin?.manifest?.capabilities && typeof plugin.create === 'function') return plugin
    return 'its main module has no plugin as its default export'
  } catch (error) {
    return `it does not load: ${error instanceof Error ? error.message : String(error)}`
  }
}

const plugin = await loadPlugin()
if (typeof plugin === 'string') tellAndLeave({ type: 'refused', reason: plugin })
else {
  const packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const report = await checkProvider(plugin, {
    packageJson,
    onStart: (one) => tell({ type: 'start', ...one }),
    onEnd: (ended) => tell({ type: 'end', ended }),
  })
  tellAndLeave({ type: 'done', report })
}
