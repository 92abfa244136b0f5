import { readFileSync, realpathSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PaymentProviderPlugin } from '@paylink/plugin-api'
import { placeIn, wordsOfError } from '@paylink/plugin-api/rules'
import type { ChildMessage } from './check-package.js'
import { checkProvider } from './check-provider.js'

/** The child process of `checkPackage`: loads one plugin and reports each case to its parent. */
const [folder = '', main = ''] = process.argv.slice(2)
/** As the module loader names the folder. */
const folderUrl = pathToFileURL(realpathSync(folder)).href
const tell = (message: ChildMessage): void => void process.send?.(message)
/** Exits although the plugin may have left something running. */
const tellAndLeave = (message: ChildMessage): void => void process.send?.(message, () => process.exit())

async function loadPlugin(): Promise<PaymentProviderPlugin | string> {
  // As in the appliance, a plugin need not bring the contract itself.
  register('./resolve-hook.js', import.meta.url)
  try {
    const module = (await import(pathToFileURL(main).href)) as { default?: PaymentProviderPlugin }
    const plugin = module.default
    if (plugin?.manifest && typeof plugin.create === 'function') return plugin
    return 'its main module has no plugin as its default export'
  } catch (error) {
    // Node prints an uncaught one with its line.
    if (error instanceof SyntaxError && placeIn(error.stack ?? '', folderUrl) === null) throw error
    return `it does not load: ${wordsOfError(error, folderUrl)}`
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
