import type { ConnectionKind } from '../../connections/connection.js'
import { type Explanation, kind } from '../finding.js'

export interface OfProvider {
  kind: ConnectionKind
  /** The provider's name, in each language. */
  es: string
  en: string
}

interface Refused {
  error: string
  /** The command that repairs it. */
  reconnect: string
}

const esMX =
  (what: (name: string) => string, remedy: string) =>
  ({ kind: of, es }: OfProvider): Explanation => ({
    what: what(es),
    means:
      of === 'payment'
        ? `Tus clientes no pueden pagar con ${es}, y los pagos en curso se confirman cuando vuelva. Lo que ya llegó está a salvo.`
        : 'Las facturas esperan y se timbran solas cuando vuelva. Tus cobros siguen igual.',
    remedy,
  })

const inEnglish =
  (what: (name: string) => string, remedy: string) =>
  ({ kind: of, en }: OfProvider): Explanation => ({
    what: what(en),
    means:
      of === 'payment'
        ? `Your customers cannot pay with ${en}, and payments under way are confirmed once it is back. What arrived is safe.`
        : 'Invoices wait, and are stamped once it is back. Your charges go on as before.',
    remedy,
  })

const brokenKind = (code: string, place: 'connections' | 'invoicing', es: [string, string], en: [string, string]) =>
  kind<OfProvider, Refused>({
    code,
    severity: 'wrong',
    operator: ({ error, reconnect }) => `${withoutStop(error)}: ${reconnect}`,
    'es-MX': esMX((name) => `${name} ${es[0]}`, es[1]),
    en: inEnglish((name) => `${name} ${en[0]}`, en[1]),
    place,
  })

/** A provider's sentence, before the command that repairs it. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** For connections of one kind. */
export const connectionKinds = (place: 'connections' | 'invoicing') => ({
  refused: brokenKind(
    'connection.refused',
    place,
    ['ya no acepta tu llave.', 'Pon la llave nueva.'],
    ['no longer accepts your key.', 'Enter the new key.'],
  ),
  silent: brokenKind(
    'connection.silent',
    place,
    ['no contesta, o está fuera de servicio.', 'Revisa otra vez en unos minutos; si sigue igual, mira el detalle ahí.'],
    [
      'does not answer, or is out of service.',
      'Check again in a few minutes; if nothing changes, see the detail there.',
    ],
  ),
  unreadable: brokenKind(
    'connection.unreadable',
    place,
    ['tiene guardada una llave que ya no se puede leer.', 'Pon la llave otra vez.'],
    ['has a stored key that can no longer be read.', 'Enter the key again.'],
  ),
  marked: kind<OfProvider, { error: string; recheck: string }>({
    code: 'connection.marked',
    severity: 'wrong',
    operator: ({ error, recheck }) => `marked as failing: ${withoutStop(error)}: ${recheck}`,
    'es-MX': esMX(
      (name) => `${name} contesta bien, pero sigue marcado con error.`,
      'Ábrelo y presiona “Revisar ahora”: vuelve a quedar activo.',
    ),
    en: inEnglish(
      (name) => `${name} answers, and is still marked as failing.`,
      'Open it and press “Check now”: it becomes active again.',
    ),
    place,
  }),
  works: kind<OfProvider, { detail: string }>({
    code: 'connection.works',
    severity: 'fine',
    operator: ({ detail }) => detail,
    'es-MX': ({ es }) => ({ what: `${es} contesta y acepta tu llave.` }),
    en: ({ en }) => ({ what: `${en} answers and accepts your key.` }),
  }),
})

export const issuerIsMissing = kind<OfProvider, { detail: string }>({
  code: 'invoicing.issuer_missing',
  severity: 'attention',
  operator: ({ detail }) => detail,
  'es-MX': ({ es }) => ({
    what: `Falta elegir a nombre de quién se factura con ${es}.`,
    means: 'Mientras tanto tus clientes no pueden pedir factura. Tus cobros siguen igual.',
    remedy: 'Elige quién factura.',
  }),
  en: ({ en }) => ({
    what: `The name that ${en} invoices in is not chosen yet.`,
    means: 'Until then your customers cannot request invoices. Your charges go on as before.',
    remedy: 'Choose who invoices.',
  }),
  place: 'invoicing',
})

export const accountIsMissing = kind({
  code: 'account.missing',
  severity: 'wrong',
  operator: () => 'there is no account: run paylink accounts create',
})

export const nothingIsConnected = kind({
  code: 'connections.none',
  severity: 'wrong',
  operator: () => 'no provider is connected: run paylink connections connect PROVIDER --mode live',
  'es-MX': () => ({
    what: 'No has conectado ninguna forma de cobro.',
    means: 'Todavía no puedes cobrar.',
    remedy: 'Conecta una, o el simulador para probar.',
  }),
  en: () => ({
    what: 'You have not connected a way to get paid.',
    means: 'You cannot charge yet.',
    remedy: 'Connect one, or the simulator to try it out.',
  }),
  place: 'connections',
})
