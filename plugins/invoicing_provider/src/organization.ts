import type { Issuer } from '@paylink/plugin-api'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'

/** @throws FacturapiFailure it is not an organization */
export function issuerOf(answer: unknown, livemode: boolean): Issuer {
  if (!isRecord(answer) || typeof answer['id'] !== 'string' || answer['id'] === '') throw new FacturapiFailure(200)
  const legal = isRecord(answer['legal']) ? answer['legal'] : {}
  const isReady = !livemode || answer['is_production_ready'] === true
  return {
    id: answer['id'],
    rfc: textOf(legal['tax_id']),
    legalName: textOf(legal['legal_name']) ?? textOf(legal['name']),
    problem: isReady ? undefined : problemOf(answer['pending_steps']),
  }
}

/** In Facturapi's words, as the merchant sees them in its dashboard. */
function problemOf(steps: unknown): string {
  const texts = (Array.isArray(steps) ? steps : []).filter(isRecord).map((step) => textOf(step['description']))
  const left = texts.filter((text) => text !== undefined).join('; ')
  return `Esta organización todavía no puede facturar en vivo: termina de configurarla en Facturapi${left ? `. Falta: ${left}` : '.'}`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
