import { type ConfigValues, isProviderError } from '@paylink/plugin-api'
import { type ConformanceCase, live, liveIf, notifies } from '../conformance-case.js'
import type { Bench } from '../bench/bench.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { insist } from '../finding.js'
import { insistUnavailable } from './insist-state.js'

const UNANSWERED: FaultKind[] = ['reset_before', 'error_before', 'cut', 'garbage', 'redirect', 'busy']

export const CONNECTION: ConformanceCase[] = [
  live('C20', 'valid credentials are accepted, in test mode', async (bench) => {
    const report = await check(bench, bench.config)
    insist(
      report.ok,
      `checkConnection returns ok: false for the simulator's own settings: ${report.problem ?? 'no reason given'}.`,
    )
    insist(
      !report.livemode,
      'checkConnection returns livemode: true for the simulator: read it from the credentials or the answer.',
    )
  }),
  live('C21', 'wrong credentials are refused and reported as such', async (bench) => {
    const wrong = wrongConfig(bench)
    const outcome = await check(bench, wrong).then(
      ({ ok }) => (ok ? 'ok: true' : 'refused'),
      (error: unknown) => (isProviderError(error) ? error.fault : 'an error outside the contract'),
    )
    insist(
      outcome === 'refused' || outcome === 'auth',
      `checkConnection with wrong secrets: must be ok: false or ProviderAuthError, not ${outcome}. (The simulator must refuse malformed credentials, as the provider does.)`,
    )
    const fault = await bench.faultOf('write', 'createCheckout with wrong secrets', () =>
      bench.create(bench.input(), { config: wrong }),
    )
    insist(fault === 'auth', `createCheckout with wrong secrets must throw ProviderAuthError; it counts as '${fault}'.`)
  }),
  live('C22', 'an unreachable provider says nothing about the credentials', async (bench) => {
    await check(bench, bench.config)
    await insistUnavailable(bench, 'checkConnection', UNANSWERED, () => check(bench, bench.config))
  }),
  liveIf(notifies, 'C23', 'the notification address is registered and unregistered', async (bench) => {
    const registered = await bench.listen()
    insist(registered?.id, 'registerWebhook must return the id of the registration.')
    const { webhookSecretKey } = bench.plugin
    if (webhookSecretKey !== undefined) {
      insist(
        registered.config[webhookSecretKey],
        `registerWebhook must return config.${webhookSecretKey}, which verifies notifications.`,
      )
    }
    for (const time of ['the first', 'the second']) {
      await bench
        .call('unregisterWebhook', async (provider, ctx) => provider.unregisterWebhook?.(registered.id, ctx))
        .catch((cause: unknown) =>
          insist(
            false,
            `unregisterWebhook, ${time} time: an address that is gone is not an error, but it threw ${String(cause)}.`,
          ),
        )
    }
  }),
]

const check = (bench: Bench, config: ConfigValues) =>
  bench.call('checkConnection', (provider, ctx) => provider.checkConnection(ctx), { config })

/** The same settings with invalid secrets. */
function wrongConfig({ plugin, config }: Bench): ConfigValues {
  const secrets = plugin.config.filter(({ key, type }) => type === 'secret' && config[key] !== undefined)
  return { ...config, ...Object.fromEntries(secrets.map(({ key }) => [key, 'wrong-credential-0000'])) }
}
