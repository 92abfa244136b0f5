import type { Settings } from '@paylink/config'
import { Command } from 'commander'
import type { Roles } from '../composition/appliance.js'
import type { SetUpOffer } from '../composition/offer-set-up.js'

export const upCommand = (): Command =>
  new Command('up')
    .description('migrate, complete the setup, then serve HTTP and run the workers in one process')
    .action(() => runAppliance({ http: true, jobs: true }, true))

export const serveCommand = (): Command =>
  new Command('serve').description('serve HTTP only').action(() => runAppliance({ http: true, jobs: false }, false))

export const workerCommand = (): Command =>
  new Command('worker')
    .description('run the workers only')
    .action(() => runAppliance({ http: false, jobs: true }, false))

/** After this the process exits even if something still runs. */
const MAX_STOP_MS = 9500
/** How long an idle connection stays open: its client learns from the next response that it ends. */
const IDLE_MS = 500
/** Longer than a balancer keeps an idle connection (HAProxy: 5 s), which might otherwise be sending on one that is closed. */
const IDLE_MS_OF_PROXIES = 6000

async function runAppliance(roles: Roles, isUp: boolean): Promise<void> {
  const { start } = await import('../main.js')
  const stop = new AbortController()
  const stopping = untilSignal().then(() => stop.abort())
  const { SystemTimer } = await import('../kernel/timer.js')
  const endSoon = (code: number): void => void new SystemTimer().after(MAX_STOP_MS, () => process.exit(code))
  const starting = start(roles, { signal: stop.signal, ...(isUp && { print: printOffer }) })
  starting.catch(() => endSoon(1))
  const appliance = await starting
  if (!appliance) process.exit(0)
  const { baseUrl, trustedProxies } = appliance.composition.settings
  process.stdout.write(appliance.port === null ? 'Running jobs.\n' : `PayLink is running at ${baseUrl}\n`)
  await stopping
  endSoon(0)
  await appliance.stop({ idleMs: trustedProxies.length > 0 ? IDLE_MS_OF_PROXIES : IDLE_MS })
  process.exit(0)
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve())
    process.on('SIGINT', () => resolve())
  })
}

/** Before the server answers, so that the key is there once it is up. */
function printOffer({ key, address }: SetUpOffer, { baseUrl }: Settings): void {
  if (address !== null) process.stdout.write(setUp(address))
  if (key !== null) process.stdout.write(firstSteps(baseUrl, key))
}

const setUp = (address: string): string => `
Open your dashboard and set it up. This address works once, within 24 hours:

  ${address}
`

const firstSteps = (baseUrl: string, key: string): string => `
Your test API key, shown this once:

  ${key}

Create your first payment link, then open its "url" in a browser and pay:

  curl ${baseUrl}/v1/payment_links \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -H 'Idempotency-Key: first-link' \\
    -d '{"title":"Taza de barro","items":[{"name":"Taza azul","quantity":1,"unitPriceCentavos":15000}]}'

The API is described at ${baseUrl}/docs

`
