import type { ConfigValues } from '../../config-field.js'
import { isProviderError } from '../../errors.js'
import { type ConformanceCase, live, notifies } from '../conformance-case.js'
import type { Bench } from '../bench/bench.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { insist } from '../finding.js'

const UNANSWERED: FaultKind[] = ['reset_before', 'error_before', 'cut', 'garbage', 'redirect', 'busy']

export const CONNECTION: ConformanceCase[] = [
  live('C20', 'good credentials are good, and of test mode', async (bench) => {
    const report = await check(bench, bench.config)
    insist(
      report.ok,
      `checkConnection says ok: false for the simulator's own settings: ${report.problem ?? 'no reason given'}.`,
    )
    insist(
      !report.livemode,
      'checkConnection says livemode: true for the simulator: read it from the credentials or the answer.',
    )
  }),
  live('C21', 'wrong credentials are refused, and told as such', async (bench) => {
    const wrong = wrongConfig(bench)
    const outcome = await check(bench, wrong).then(
      ({ ok }) => (ok ? 'ok: true' : 'refused'),
      (error: unknown) => (isProviderError(error) ? error.fault : 'an error that is none of the contract'),
    )
    insist(
      outcome === 'refused' || outcome === 'auth',
      `checkConnection with wrong secrets: must be ok: false or ProviderAuthError, not ${outcome}. (The simulator must refuse credentials of another form, as the provider does.)`,
    )
    const fault = await bench.faultOf('write', 'createCheckout with wrong secrets', () =>
      bench.create(bench.input(), { config: wrong }),
    )
    insist(fault === 'auth', `createCheckout with wrong secrets must throw ProviderAuthError; it counts as '${fault}'.`)
  }),
  live('C22', 'a provider that cannot be asked says nothing about the credentials', async (bench) => {
    await check(bench, bench.config)
    for (const kind of UNANSWERED) {
      bench.faults.plan(kind, 'read')
      const fault = await bench.faultOf('read', `checkConnection and ${kind}`, () => check(bench, bench.config))
      insist(
        fault === 'unavailable',
        `checkConnection and ${kind}: must throw ProviderUnavailableError, it counts as '${fault}'.`,
      )
    }
  }),
  live(
    'C23',
    'our address is registered for notifications, and taken back',
    async (bench) => {
      const registered = await bench.listen()
      insist(registered?.id, 'registerWebhook must answer with the id of what it made.')
      const { webhookSecretKey } = bench.plugin
      if (webhookSecretKey !== undefined) {
        insist(
          registered.config[webhookSecretKey],
          `registerWebhook must answer with config.${webhookSecretKey}, by which notifications are verified.`,
        )
      }
      for (const time of ['the first', 'the second']) {
        await bench
          .call('unregisterWebhook', async (provider, ctx) => provider.unregisterWebhook?.(registered.id, ctx))
          .catch((cause: unknown) =>
            insist(
              false,
              `unregisterWebhook, ${time} time: gone already is as good as gone, but it threw ${String(cause)}.`,
            ),
          )
      }
    },
    notifies,
  ),
]

const check = (bench: Bench, config: ConfigValues) =>
  bench.call('checkConnection', (provider, ctx) => provider.checkConnection(ctx), { config })

/** The same settings with secrets that nobody gave out. */
function wrongConfig({ plugin, config }: Bench): ConfigValues {
  const secrets = plugin.config.filter(({ key, type }) => type === 'secret' && config[key] !== undefined)
  return { ...config, ...Object.fromEntries(secrets.map(({ key }) => [key, 'wrong-credential-0000'])) }
}
