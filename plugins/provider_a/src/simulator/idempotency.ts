import { createHash } from 'node:crypto'
import type { SimulatorContext } from '@paylink/plugin-api'
import { invalid, Refusal } from './refusal.js'

export interface Answer {
  status: number
  body: string
}

interface Claim {
  fingerprint: string
  claimedAt: number
  answer?: Answer
}

/** A first request without an answer after this was aborted, and may be processed again. */
const IN_FLIGHT_MS = 30_000

/** Replays the first answer under a key, even an error. */
export async function underKey(
  { account, key, request }: { account: string; key: string; request: string },
  answer: () => Promise<Answer>,
  sim: SimulatorContext,
): Promise<Answer> {
  if (key.length > 255) throw invalid('Idempotency keys may be at most 255 characters')
  const place = `idempotency:${account}:${sha256(key)}`
  const claim: Claim = { fingerprint: sha256(request), claimedAt: sim.now().getTime() }
  if (!(await sim.store.add(place, JSON.stringify(claim)))) {
    const first = JSON.parse((await sim.store.get(place)) ?? '{}') as Claim
    if (first.fingerprint !== claim.fingerprint) throw differs(key)
    if (first.answer) return first.answer
    if (claim.claimedAt - first.claimedAt < IN_FLIGHT_MS) throw inFlight(key)
  }
  const given = await answer()
  await sim.store.set(place, JSON.stringify({ ...claim, answer: given }))
  return given
}

function differs(key: string): Refusal {
  return new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
  })
}

function inFlight(key: string): Refusal {
  return new Refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (${key}).`,
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
