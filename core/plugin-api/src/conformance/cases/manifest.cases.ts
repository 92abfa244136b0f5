import type { I18n, ProviderManifest } from '../../manifest.js'
import { PLUGIN_API_VERSION } from '../../manifest.js'
import { isOrigin } from '../config-rules.js'
import type { ConformanceCase } from '../conformance-case.js'
import { insist } from '../finding.js'

const METHODS = ['card', 'wallet', 'retail_cash', 'spei_transfer', 'bnpl', 'bank_debit', 'other']
const FLAGS = [
  'idempotentCreate',
  'findByReference',
  'expireCheckout',
  'reportsCardFunding',
  'installments',
  'simulator',
] as const
const CHOICES = {
  refunds: ['none', 'reported'],
  disputes: ['none', 'reported'],
  payouts: ['none', 'reported'],
  webhooks: ['none', 'manual', 'auto'],
} as const
const LONGEST_LIFE_SECONDS = 366 * 86_400

export const hasText = (text: I18n): boolean =>
  typeof text === 'string' ? text.trim() !== '' : [text?.es, text?.en].every((one) => one?.trim())

export const MANIFEST: ConformanceCase[] = [
  {
    id: 'C01',
    title: 'the manifest names the plugin',
    run: async ({ plugin: { manifest } }) => {
      insist(manifest.apiVersion === PLUGIN_API_VERSION, `manifest.apiVersion must be ${PLUGIN_API_VERSION}.`)
      insist(manifest.kind === 'payment-provider', "manifest.kind must be 'payment-provider'.")
      const isId = /^[a-z][a-z0-9_]{1,31}$/.test(manifest.id) && manifest.id !== 'manual'
      insist(isId, 'manifest.id must be ^[a-z][a-z0-9_]{1,31}$ and not manual: it becomes a value of the API.')
      insist(hasText(manifest.name), 'manifest.name must be a text, or one in Spanish (es) and one in English (en).')
      const isVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(manifest.version)
      insist(isVersion, 'manifest.version must be a semantic version, like 1.0.0.')
      const { docsUrl } = manifest
      insist(docsUrl === undefined || URL.canParse(docsUrl), 'manifest.docsUrl must be an absolute address.')
    },
  },
  {
    id: 'C02',
    title: 'the manifest names the hosts it calls and the pages it sends payers to',
    run: async ({ plugin: { manifest } }) => {
      for (const host of manifest.allowedHosts) {
        const isHost =
          URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host && !host.includes('*')
        insist(isHost, `manifest.allowedHosts: ${host} must be a bare host name, with no scheme, path or wildcard.`)
      }
      insist(manifest.allowedHosts.length > 0, 'manifest.allowedHosts must name the hosts of the live API.')
      for (const origin of manifest.checkoutOrigins) {
        const isSafe = isOrigin(origin) && origin.startsWith('https://')
        insist(isSafe, `manifest.checkoutOrigins: ${origin} must be an https origin, like https://pay.example.com.`)
      }
      insist(
        manifest.checkoutOrigins.length > 0,
        'manifest.checkoutOrigins is empty: browsers would block the redirect.',
      )
    },
  },
  {
    id: 'C03',
    title: 'the capabilities are complete and in order',
    run: async ({ plugin: { manifest } }) => checkCapabilities(manifest),
  },
  {
    id: 'C04',
    title: 'the capabilities and the methods agree',
    run: async ({ plugin }) => {
      const { capabilities } = plugin.manifest
      const provider = plugin.create()
      const { idempotentCreate, findByReference, expireCheckout, webhooks } = capabilities
      insist(
        idempotentCreate || findByReference,
        'Without idempotentCreate there must be findByReference, or a lost answer could never be cleared up.',
      )
      for (const name of ['findByReference', 'expireCheckout'] as const) {
        const has = typeof provider[name] === 'function'
        insist(
          capabilities[name] === has,
          `capabilities.${name} is ${capabilities[name]}, and the method is ${has ? '' : 'not '}there.`,
        )
      }
      insist(
        (webhooks === 'auto') === (typeof provider.registerWebhook === 'function'),
        "capabilities.webhooks must be 'auto' if, and only if, there is a method registerWebhook.",
      )
      insist(expireCheckout || findByReference || idempotentCreate, 'The plugin can do too little to be safe.')
    },
  },
  {
    id: 'C05',
    title: 'it brings a simulator, on which the rest can be tried',
    run: async ({ plugin }) => {
      insist(
        plugin.simulator,
        'There is no simulator. The kit plays everything else against it: without one nothing is shown about the ' +
          'plugin, and its users have no test mode. See docs/extend.md, "The simulator".',
      )
      insist(plugin.manifest.capabilities.simulator, 'capabilities.simulator must be true: there is one.')
    },
  },
  {
    id: 'C06',
    title: 'package.json says the same as the manifest',
    run: async ({ plugin: { manifest }, packageJson }) => {
      if (!packageJson) return
      const field = (packageJson['paylink'] ?? {}) as Record<string, unknown>
      insist(field['id'] === manifest.id, `package.json: paylink.id must be ${manifest.id}, as in the manifest.`)
      insist(field['kind'] === manifest.kind, `package.json: paylink.kind must be ${manifest.kind}.`)
      insist(
        field['apiVersion'] === manifest.apiVersion,
        `package.json: paylink.apiVersion must be ${manifest.apiVersion}.`,
      )
      insist(
        packageJson['version'] === manifest.version,
        `package.json says version ${String(packageJson['version'])}, the manifest ${manifest.version}.`,
      )
      insist(packageJson['type'] === 'module', 'package.json: type must be module.')
      const dependencies = (packageJson['dependencies'] ?? {}) as Record<string, unknown>
      insist(
        !('@paylink/plugin-api' in dependencies),
        'package.json: @paylink/plugin-api belongs into peerDependencies; the appliance gives it.',
      )
    },
  },
]

function checkCapabilities({ capabilities }: ProviderManifest): void {
  for (const name of FLAGS)
    insist(typeof capabilities[name] === 'boolean', `capabilities.${name} must be true or false.`)
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = capabilities[name as keyof typeof CHOICES]
    insist((choices as readonly string[]).includes(value), `capabilities.${name} must be one of ${choices.join(', ')}.`)
  }
  const { methods, delayedMethods, checkoutLifetime } = capabilities
  insist(methods.length > 0, 'capabilities.methods is empty.')
  for (const method of methods)
    insist(METHODS.includes(method), `capabilities.methods: ${method} is none of ${METHODS.join(', ')}.`)
  insist(new Set(methods).size === methods.length, 'capabilities.methods names one twice.')
  for (const method of delayedMethods)
    insist(methods.includes(method), `capabilities.delayedMethods: ${method} is not among methods.`)
  const { minSeconds, maxSeconds } = checkoutLifetime
  const isInOrder =
    Number.isInteger(minSeconds) && Number.isInteger(maxSeconds) && 0 < minSeconds && minSeconds < maxSeconds
  insist(
    isInOrder && maxSeconds <= LONGEST_LIFE_SECONDS,
    'capabilities.checkoutLifetime must be whole seconds, min below max, at most a year.',
  )
}
