import type { Settings } from '@paylink/config'
import { SystemTimer } from '../../kernel/timer.js'
import type { Check } from '../check.js'
import { DOCTOR, type Finding, kind } from '../finding.js'
import { MAX_ANSWER_MS } from './server.js'

const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** Other machines cannot reach it. */
export const isLoopback = (baseUrl: string): boolean => LOOPBACK.test(new URL(baseUrl).host)

const NAME = 'public address'

interface Address {
  baseUrl: string
}

const remedyFor = (baseUrl: string): string =>
  `set PAYLINK_BASE_URL to the address that payers use for this server, or repair the proxy: curl ${baseUrl}/healthz`

const isLocal = kind<Address>({
  code: 'address.local',
  severity: 'attention',
  operator: ({ baseUrl }) =>
    `${baseUrl} is not reachable from other machines: set PAYLINK_BASE_URL to the public address`,
  'es-MX': ({ baseUrl }) => ({
    what: `Tus enlaces empiezan con ${baseUrl}: solo se abren en este equipo.`,
    means: 'Para probar basta. Para cobrar, tus clientes no podrían abrirlos.',
    remedy: 'Quien administra el servidor pone la dirección pública en PAYLINK_BASE_URL y reinicia. Lo comprueba con:',
  }),
  en: ({ baseUrl }) => ({
    what: `Your links begin with ${baseUrl}: they open on this machine only.`,
    means: 'That is enough for trying it out. To be paid, your customers could not open them.',
    remedy:
      'The person who runs the server sets the public address in PAYLINK_BASE_URL and restarts. They check it with:',
  }),
  command: DOCTOR,
})

const isReached = kind<Address>({
  code: 'address.reached',
  severity: 'fine',
  operator: ({ baseUrl }) => `PayLink answers at ${baseUrl}`,
  'es-MX': ({ baseUrl }) => ({ what: `PayLink contesta en ${baseUrl}.` }),
  en: ({ baseUrl }) => ({ what: `PayLink answers at ${baseUrl}.` }),
})

const isElsewhere = kind<Address, { status: number }>({
  code: 'address.elsewhere',
  severity: 'critical',
  operator: ({ baseUrl, status }) =>
    `${baseUrl} is answered by something other than PayLink (HTTP ${status}): ${remedyFor(baseUrl)}`,
  'es-MX': ({ baseUrl }) => ({
    what: `En ${baseUrl} contesta algo que no es PayLink.`,
    means: 'Puede que tus clientes no puedan abrir tus enlaces, y que los avisos de tus proveedores no lleguen.',
    remedy: 'Pide a quien administra el servidor que corrija la dirección o el proxy. Ve cómo con:',
  }),
  en: ({ baseUrl }) => ({
    what: `Something other than PayLink answers at ${baseUrl}.`,
    means: 'Your customers may be unable to open your links, and notifications of your providers may not arrive.',
    remedy: 'Ask the person who runs the server to correct the address or the proxy. They see how with:',
  }),
  command: DOCTOR,
})

const isUnreachable = kind<Address, { reason: string }>({
  code: 'address.unreachable',
  severity: 'critical',
  operator: ({ baseUrl, reason }) => `${baseUrl} is not reachable from here (${reason}): ${remedyFor(baseUrl)}`,
  'es-MX': ({ baseUrl }) => ({
    what: `Desde el servidor no se llega a ${baseUrl}.`,
    means: 'Puede que tus clientes tampoco puedan abrir tus enlaces. Lo ya pagado está a salvo.',
    remedy: 'Abre uno de tus enlaces en tu teléfono. Si no abre, pide a quien administra el servidor que corra',
  }),
  en: ({ baseUrl }) => ({
    what: `${baseUrl} cannot be reached from the server.`,
    means: 'Your customers may be unable to open your links, too. What was paid is safe.',
    remedy: 'Open one of your links on your phone. If it does not open, ask the person who runs the server to run',
  }),
  command: DOCTOR,
})

/** Asks the public address as a payer's browser would. */
export const publicAddressCheck = ({ baseUrl }: Pick<Settings, 'baseUrl'>): Check => ({
  name: NAME,
  subject: { 'es-MX': 'la dirección pública', en: 'the public address' },
  look: async () => [await ask(baseUrl)],
})

async function ask(baseUrl: string): Promise<Finding> {
  const shown = { baseUrl }
  if (isLoopback(baseUrl)) return isLocal(NAME, { shown, hidden: {} })
  const { GuardedClient } = await import('../../outbound/guarded-client.js')
  const client = new GuardedClient({ allowPrivate: true })
  const late = new AbortController()
  const cancel = new SystemTimer().after(MAX_ANSWER_MS, () => late.abort())
  try {
    const { status, body } = await client.request({ method: 'GET', url: `${baseUrl}/healthz`, signal: late.signal })
    const isOurs = status === 200 && new TextDecoder().decode(body).includes('"status":"ok"')
    return isOurs ? isReached(NAME, { shown, hidden: {} }) : isElsewhere(NAME, { shown, hidden: { status } })
  } catch (error) {
    const reason = late.signal.aborted ? 'no answer' : error instanceof Error ? error.message : String(error)
    return isUnreachable(NAME, { shown, hidden: { reason } })
  } finally {
    cancel()
    await client.close()
  }
}
