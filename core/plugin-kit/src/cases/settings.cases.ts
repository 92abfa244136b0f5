import type { MethodType } from '@paylink/plugin-api'
import { configFaults, faultOfLimits, faultOfValue, secretFaults } from '@paylink/plugin-api/rules'
import { CURRENCIES, singleItem } from '../bench/checkout-input.js'
import { hasVouchers, live, liveIf, type ConformanceCase } from '../conformance-case.js'
import { Finding, insist, insistNone } from '../finding.js'

export const SETTINGS: ConformanceCase[] = [
  {
    id: 'C10',
    title: 'the settings are declared correctly',
    run: async ({ plugin }) => insistNone(configFaults(plugin.config, plugin.webhookSecretKey)),
  },
  {
    id: 'C11',
    title: 'every secret is declared as one, so that it is sealed and never shown',
    run: async ({ plugin }) => insistNone(secretFaults(plugin.config)),
  },
  live('C12', 'the simulator’s settings match the plugin’s own fields', async (bench) => {
    const given = Object.entries(bench.config).filter(([, value]) => value !== undefined)
    for (const [key, value] of given) {
      const field = bench.plugin.config.find((candidate) => candidate.key === key)
      insist(field, `simulator.config() returns ${key}, which is not a field of config.`)
      const fault = faultOfValue(field, String(value))
      insist(fault === null, `simulator.config(): ${key} ${fault}.`)
    }
    for (const { key, required } of bench.plugin.config) {
      insist(!required || bench.config[key] !== undefined, `simulator.config() omits ${key}, which is required.`)
    }
    const first = JSON.stringify(bench.newConfig('1'))
    insist(
      first === JSON.stringify(bench.newConfig('1')),
      'simulator.config() must return the same settings for the same seed.',
    )
    insist(
      first !== JSON.stringify(bench.newConfig('2')),
      'simulator.config() must return other credentials for another seed.',
    )
  }),
  {
    id: 'C13',
    title: 'limits is synchronous and always gives the same answer',
    run: async ({ plugin }) => {
      const fault = faultOfLimits(plugin.create(), CURRENCIES, plugin.manifest.capabilities.methods)
      if (fault !== null) throw new Finding(fault)
    },
  },
  liveIf(hasVouchers, 'C14', 'a method is offered only for totals that it accepts', async (bench) => {
    const { delayedMethods } = bench.plugin.manifest.capabilities
    for (const offer of bench.offers()) {
      const { methods } = bench.provider.limits(offer.currency) ?? {}
      if (methods === undefined) continue
      const takes = (method: MethodType, amount: number): boolean => {
        const bounds = methods[method]
        return bounds !== undefined && amount >= bounds.min && amount <= bounds.max
      }
      const amounts = Object.values(methods).flatMap(({ min, max }) => [min, max])
      const amount = amounts.find((one) => !delayedMethods.some((method) => takes(method, one)))
      if (amount === undefined) continue
      const { redirectUrl } = await bench.create(bench.input({ items: singleItem(amount) }, offer))
      insist(
        !(await bench.payer.offered(redirectUrl)).includes('cash_later'),
        `The page of a checkout over ${amount} ${offer.currency} offers cash_later, but according to limits() none of ${delayedMethods.join(', ')} accepts that total.`,
      )
    }
  }),
]
