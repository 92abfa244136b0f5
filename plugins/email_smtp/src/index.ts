import { defineEmailPlugin, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { DeferredTransport } from './deferred-transport.js'
import { SETTINGS, urlOf } from './settings.js'
import { smtpServerOf } from './smtp-server.js'

/** Sends mail through an SMTP server: a mail provider's, your own, or a mail catcher. */
export default defineEmailPlugin({
  manifest: {
    apiVersion: PLUGIN_API_VERSION,
    kind: 'email',
    id: 'email_smtp',
    name: 'SMTP',
    version: '1.0.0',
    docsUrl: 'https://www.rfc-editor.org/rfc/rfc5321',
  },
  config: SETTINGS,
  create: (config) => new DeferredTransport(smtpServerOf(urlOf(config))),
})
