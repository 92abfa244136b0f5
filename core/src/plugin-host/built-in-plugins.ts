import { fileURLToPath } from 'node:url'

/** Where the plugins stand that are part of the appliance. */
export const BUILT_IN_PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url))
