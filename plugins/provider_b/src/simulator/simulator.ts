import type { ProviderSimulator } from '@paylink/plugin-api'

/** Conekta, as far as the adapter and a payer can see it. Loaded on first use, so never in live mode. */
export const simulator: ProviderSimulator = {
  config: ({ apiBase, seed }) => ({ privateKey: `key_sandbox${seed}`, apiBase }),
  api: async (request, sim) => (await import('./api.js')).serveApi(request, sim),
  page: async (request, sim) => (await import('./pages.js')).servePage(request, sim),
}
