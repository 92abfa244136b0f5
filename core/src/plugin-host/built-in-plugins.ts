import { fileURLToPath } from 'node:url'

/** The folder of the plugins that ship with the appliance. */
export const BUILT_IN_PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url))
