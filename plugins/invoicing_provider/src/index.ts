import { defineInvoicingPlugin, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { FacturapiInvoices } from './facturapi-invoices.js'
import { SETTINGS } from './settings.js'
import { simulator } from './simulator/simulator.js'

/** Facturapi's API, version 2: one invoice (CFDI 4.0, type income) for each request. */
export default defineInvoicingPlugin({
  manifest: {
    apiVersion: PLUGIN_API_VERSION,
    kind: 'invoicing',
    id: 'invoicing_provider',
    name: 'Facturapi',
    version: '1.0.0',
    docsUrl: 'https://docs.facturapi.io',
    allowedHosts: ['www.facturapi.io'],
    capabilities: { emailsInvoices: true },
  },
  config: SETTINGS,
  webhookSecretKey: 'webhookSecret',
  create: () => new FacturapiInvoices(),
  simulator,
})
