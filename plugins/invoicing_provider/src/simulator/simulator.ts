import type { ProviderSimulator } from '@paylink/plugin-api'

/** Facturapi, as far as the adapter and a merchant can see it. Loaded when first spoken to: live mode never is. */
export const simulator: ProviderSimulator = {
  config: ({ apiBase, seed }) => ({ secretKey: `sk_user_sandbox${seed}`, apiBase }),
  api: async (request, sim) => (await import('./api.js')).serveApi(request, sim),
  page: async (request, sim) => (await import('./pages.js')).servePage(request, sim),
}
