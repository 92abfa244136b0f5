import type { ConfigField } from '../../config-field.js'
import { faultOfValue } from '../config-rules.js'
import { live, type ConformanceCase } from '../conformance-case.js'
import { Finding, insist } from '../finding.js'
import { hasText } from './manifest.cases.js'

const SOUNDS_SECRET = /secret|password|privatekey|apikey|token/i
const MOST_AMOUNT = 2_147_483_647
/** None of them is a currency that a merchant of ours could ask for. */
const NO_CURRENCIES = ['ZZZ', 'XTS', 'mxn', '', 'MX', '__proto__', 'constructor', 'toString']

export const SETTINGS: ConformanceCase[] = [
  {
    id: 'C10',
    title: 'the settings are well described',
    run: async ({ plugin: { config, webhookSecretKey } }) => {
      const keys = config.map(({ key }) => key)
      insist(new Set(keys).size === keys.length, 'config has two fields of one key.')
      for (const field of config) checkField(field)
      const hook = config.find(({ key }) => key === webhookSecretKey)
      insist(webhookSecretKey === undefined || hook, `webhookSecretKey names ${webhookSecretKey}, which is no field.`)
    },
  },
  {
    id: 'C11',
    title: 'every secret is declared as one, so that it is sealed and never shown',
    run: async ({ plugin: { config } }) => {
      for (const { key, type } of config) {
        const isPublic = /public/i.test(key)
        const isSealed = type === 'secret' || type === 'pem'
        insist(
          isSealed || isPublic || !SOUNDS_SECRET.test(key),
          `config.${key} sounds like a secret: its type must be secret or pem.`,
        )
      }
    },
  },
  live('C12', 'the simulator’s settings keep to the plugin’s own rules', async (bench) => {
    const given = Object.entries(bench.config).filter(([, value]) => value !== undefined)
    for (const [key, value] of given) {
      const field = bench.plugin.config.find((candidate) => candidate.key === key)
      insist(field, `simulator.config() gives ${key}, which is no field of config.`)
      const fault = faultOfValue(field, String(value))
      insist(fault === null, `simulator.config() gives a ${key} that ${fault}.`)
    }
    for (const { key, required } of bench.plugin.config) {
      insist(!required || bench.config[key] !== undefined, `simulator.config() leaves out ${key}, which is required.`)
    }
    const first = JSON.stringify(bench.newConfig('1'))
    insist(first === JSON.stringify(bench.newConfig('1')), 'simulator.config() must give the same for the same seed.')
    insist(
      first !== JSON.stringify(bench.newConfig('2')),
      'simulator.config() must give other credentials for another seed.',
    )
  }),
  {
    id: 'C13',
    title: 'limits answers at once, and always the same',
    run: async ({ plugin }) => {
      const provider = plugin.create()
      const currencies = ['MXN', 'USD', 'EUR', ...NO_CURRENCIES]
      for (const currency of currencies) {
        const said: unknown = provider.limits(currency)
        insist(!(said instanceof Promise), 'limits() must answer at once, not with a promise: link creation asks it.')
        insist(
          JSON.stringify(said) === JSON.stringify(plugin.create().limits(currency)),
          `limits('${currency}') gives different answers.`,
        )
        if (NO_CURRENCIES.includes(currency)) {
          insist(said === null, `limits('${currency}') must be null: that is no currency offered.`)
        } else if (said !== null) checkLimits(currency, said)
      }
    },
  },
]

function checkField(field: ConfigField): void {
  const { key, label, pattern, options, min, max } = field
  insist(/^[a-z][a-zA-Z0-9]{0,63}$/.test(key), `config: the key ${key} must be camelCase.`)
  insist(hasText(label), `config.${key}: label must be a text, or one in Spanish (es) and one in English (en).`)
  if (pattern !== undefined) insist(isRegExp(pattern), `config.${key}: pattern is no regular expression.`)
  insist(field.type !== 'select' || (options?.length ?? 0) > 0, `config.${key}: a select needs options.`)
  insist((min ?? -Infinity) <= (max ?? Infinity), `config.${key}: min is above max.`)
  if (field.default === undefined) return
  insist(field.type !== 'secret' && field.type !== 'pem', `config.${key}: a secret has no default.`)
  const fault = faultOfValue(field, String(field.default))
  insist(fault === null, `config.${key}: its own default ${fault}.`)
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

function checkLimits(currency: string, said: unknown): void {
  const { min, max } = (typeof said === 'object' && said !== null ? said : {}) as { min?: unknown; max?: unknown }
  if (typeof min !== 'number' || typeof max !== 'number')
    throw new Finding(`limits('${currency}') must be null or { min, max }.`)
  const isInOrder = Number.isInteger(min) && Number.isInteger(max) && 0 < min && min <= max && max <= MOST_AMOUNT
  insist(isInOrder, `limits('${currency}') must be whole minor units, 0 < min ≤ max ≤ ${MOST_AMOUNT}.`)
}
