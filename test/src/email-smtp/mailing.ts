import type { EmailContext, OutgoingMail } from '@paylink/plugin-api'
import { smtpServerOf } from '@paylink/email-smtp/smtp-server'
import { SmtpTransport, type Timeouts } from '@paylink/email-smtp/smtp-transport'

/** Longer than loopback takes on a busy machine. */
const PATIENT: Timeouts = { connect: 10_000, greeting: 10_000, silence: 10_000, idle: 10_000 }

/** For tests that wait for the timeout. */
export const SHORT: Partial<Timeouts> = { greeting: 800, silence: 800 }

export function transportTo(url: string, timeouts: Partial<Timeouts> = {}): SmtpTransport {
  return new SmtpTransport(smtpServerOf(url), { ...PATIENT, ...timeouts })
}

export function contextOf(signal = new AbortController().signal): EmailContext {
  const silent = (): void => undefined
  return { log: { info: silent, warn: silent, error: silent }, now: () => new Date(), signal }
}

export function mailWith(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    from: { address: 'pagos@tienda.example', name: 'Tienda de Café' },
    to: 'ana@cliente.example',
    envelopeFrom: 'bounces+em_1.k9@tienda.example',
    messageId: 'em_1.a@tienda.example',
    date: '2026-11-21T16:00:00.000Z',
    subject: 'Tu liga de pago',
    text: 'Hola, Ana: paga aquí.\n',
    html: '<p>Hola, Ana: paga <a href="https://tienda.example/p/abc">aquí</a>.</p>',
    headers: {},
    attachments: [],
    ...changes,
  }
}

/** The result of `send`: `accepted`, the fault, or `not an error of the contract`. */
export async function outcomeOf(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => 'accepted',
    (error: { fault?: string }) => error.fault ?? 'not an error of the contract',
  )
}

/** Waits until it is true, at most twenty seconds or so. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (let ms = 0; ms < 20_000 && !isSo(); ms += 10) await new Promise((resolve) => setTimeout(resolve, 10))
  return isSo()
}
