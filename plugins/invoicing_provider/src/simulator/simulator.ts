import type { ProviderSimulator } from '@paylink/plugin-api'

/** Simulates what the adapter and a merchant see of Facturapi. Loaded at the first request, so never in live mode. */
export const simulator: ProviderSimulator = {
  config: ({ apiBase, seed }) => ({ secretKey: `sk_user_sandbox${seed}`, apiBase }),
  api: async (request, sim) => (await import('./api.js')).serveApi(request, sim),
  page: async (request, sim) => (await import('./pages.js')).servePage(request, sim),
}
