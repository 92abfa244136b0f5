import { type I18n, type MethodType, type ProviderManifest, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { Fields, flag, listOf, oneOf, type Read, reference, text, whole } from './fields.js'
import { NEEDED_METHODS, type ProviderMethod } from './provider-methods.js'
import type { InstalledPlugin } from './installed-plugin.js'

export const METHODS: readonly MethodType[] = [
  'card',
  'wallet',
  'retail_cash',
  'spei_transfer',
  'bnpl',
  'bank_debit',
  'other',
]

const MOST_LISTED = 100
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Why a plugin that loaded cannot be used all the same, or null. */
export function faultOfPlugin(id: string, plugin: InstalledPlugin, methods: readonly ProviderMethod[]): string | null {
  const missing = NEEDED_METHODS.find((name) => !methods.includes(name))
  if (missing) return `it has no method ${missing}`
  try {
    checkManifest(plugin.manifest)
    new Fields({ config: plugin.config }, 'the plugin').each('config', MOST_LISTED, checkField)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  if (plugin.manifest.id !== id) return `its manifest says ${plugin.manifest.id}, its package.json ${id}`
  return faultOfCapabilities(plugin, (name) => methods.includes(name))
}

function checkManifest(manifest: ProviderManifest): void {
  const fields = new Fields(manifest, 'the manifest')
  if (manifest.apiVersion !== PLUGIN_API_VERSION) {
    throw new Error(`its manifest is made for plugin-api ${String(manifest.apiVersion)}`)
  }
  for (const name of ['id', 'version']) fields.get(name, reference)
  fields.get('kind', oneOf('payment-provider'))
  fields.get('name', inWords)
  fields.get('allowedHosts', listOf(reference, MOST_LISTED))
  fields.get('checkoutOrigins', listOf(origin, MOST_LISTED))
  const capabilities = fields.inside('capabilities')
  for (const name of ['idempotentCreate', 'findByReference', 'expireCheckout', 'simulator'])
    capabilities.get(name, flag)
  for (const name of ['methods', 'delayedMethods']) capabilities.get(name, listOf(oneOf(...METHODS), METHODS.length))
  capabilities.get('webhooks', oneOf('none', 'manual', 'auto'))
  const lifetime = capabilities.inside('checkoutLifetime')
  if (lifetime.get('minSeconds', whole) > lifetime.get('maxSeconds', whole)) {
    throw new Error('capabilities.checkoutLifetime is empty')
  }
}

function checkField(field: Fields): void {
  field.get('key', (value) => (KEY.test(String(value)) ? value : undefined))
  field.get('type', oneOf('string', 'secret', 'boolean', 'integer', 'select', 'url', 'pem'))
  field.get('label', inWords)
  field.maybe('pattern', (value) => (typeof value === 'string' ? new RegExp(value, 's') : undefined))
  if (field.has('options')) field.each('options', MOST_LISTED, (option) => option.get('value', text))
}

const inWords: Read<I18n> = (value) => {
  if (typeof value === 'string') return reference(value)
  const { es, en } = (value ?? {}) as Record<string, unknown>
  return reference(es) !== undefined && reference(en) !== undefined ? (value as I18n) : undefined
}

const origin: Read<string> = (value) => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

function faultOfCapabilities(plugin: InstalledPlugin, has: (method: ProviderMethod) => boolean): string | null {
  const { idempotentCreate, findByReference, expireCheckout, simulator, webhooks } = plugin.manifest.capabilities
  if (!idempotentCreate && !findByReference) {
    return 'a provider without idempotent creation must be able to find a checkout by reference'
  }
  if (findByReference !== has('findByReference')) {
    return 'capabilities.findByReference and the method findByReference must agree'
  }
  if (expireCheckout !== has('expireCheckout')) {
    return 'capabilities.expireCheckout and the method expireCheckout must agree'
  }
  if (simulator !== (plugin.simulator !== undefined)) return 'capabilities.simulator and the simulator must agree'
  return webhooks === 'auto' && !has('registerWebhook')
    ? 'capabilities.webhooks is auto, and there is no method registerWebhook'
    : null
}
