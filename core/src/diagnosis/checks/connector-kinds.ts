import { DOCTOR, kind } from '../finding.js'

export interface Address {
  /** Of MCP in live mode. */
  url: string
}

export const isLocal = kind<Address>({
  code: 'connector.local',
  severity: 'fine',
  operator: ({ url }) => `agents on this machine connect to ${url}`,
  'es-MX': ({ url }) => ({ what: `Los agentes en este equipo se conectan a ${url}.` }),
  en: ({ url }) => ({ what: `Agents on this machine connect to ${url}.` }),
})

export const isReady = kind<Address>({
  code: 'connector.ready',
  severity: 'fine',
  operator: ({ url }) => `agents connect to ${url}`,
  'es-MX': ({ url }) => ({ what: `Los agentes se conectan a ${url}.` }),
  en: ({ url }) => ({ what: `Agents connect to ${url}.` }),
})

/** Programs on other people's servers, such as claude.ai and ChatGPT, connect to nothing else. */
export const isNotPublic = kind<Address, { reason: string }>({
  code: 'connector.not_public',
  severity: 'attention',
  operator: ({ url, reason }) =>
    `${url} ${reason}: agents in your network connect, those in the cloud (claude.ai, ChatGPT) need a public name with https on port 443 in PAYLINK_BASE_URL`,
  'es-MX': ({ url }) => ({
    what: `Los agentes en la nube no llegan a ${url}.`,
    means: 'Los que corren en tu red sí se conectan. Tus cobros no dependen de esto.',
    remedy:
      'Claude.ai o ChatGPT necesitan una dirección pública con https en el puerto 443. Quien administra el servidor ve más con:',
  }),
  en: ({ url }) => ({
    what: `Agents in the cloud do not reach ${url}.`,
    means: 'Those in your network connect. Your charges do not depend on this.',
    remedy:
      'claude.ai and ChatGPT need a public address with https on port 443. The person who runs the server sees more with:',
  }),
  command: DOCTOR,
})

export const certificateEnds = kind<{ day: string }, { days: number }>({
  code: 'connector.certificate_ends',
  severity: 'attention',
  operator: ({ day, days }) =>
    `the certificate expires on ${day}, in ${days} days: renew it, or repair its automatic renewal`,
  'es-MX': ({ day }) => ({
    what: `El certificado del servidor vence el ${day}.`,
    means: 'Después de ese día los navegadores y los agentes ya no se conectan.',
    remedy: 'Quien administra el servidor lo renueva, y lo comprueba con:',
  }),
  en: ({ day }) => ({
    what: `The certificate of the server expires on ${day}.`,
    means: 'After that day browsers and agents no longer connect.',
    remedy: 'The person who runs the server renews it, and checks it with:',
  }),
  command: DOCTOR,
})

export const isBroken = kind<Address, { asked: string; fault: string }>({
  code: 'connector.broken',
  severity: 'wrong',
  operator: ({ asked, fault }) =>
    `${asked} ${fault}: agents cannot connect over OAuth. Let the proxy pass /mcp, /oauth and /.well-known on to PayLink unchanged: curl -i ${asked}`,
  'es-MX': ({ url }) => ({
    what: `Los agentes no pueden conectarse a ${url}.`,
    means: 'Tus cobros no dependen de esto.',
    remedy: 'Quien administra el servidor ve la causa con:',
  }),
  en: ({ url }) => ({
    what: `Agents cannot connect to ${url}.`,
    means: 'Your charges do not depend on this.',
    remedy: 'The person who runs the server sees why with:',
  }),
  command: DOCTOR,
})
