import type { Contract } from '@paylink/core/contract/contract'
import { ContractWitness } from './contract.js'

const plainFetch = globalThis.fetch
/** By origin. */
const witnesses = new Map<string, Promise<ContractWitness | null>>()
/** By contract: most servers of the suite serve the same one, and compiling its schemas takes a while. */
const byContract = new Map<string, ContractWitness>()

/**
 * Holds every answer of /v1 that a test fetches against the contract that the same server serves. A violation fails
 * the test that caused it: its `fetch` throws. Other servers, such as the simulators, are left alone.
 */
globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init).catch((error: unknown) => {
    throw withCause(error)
  })
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.pathname.startsWith('/v1/')) return response
  if (response.headers.has('x-request-id')) witnesses.set(url.origin, witnesses.get(url.origin) ?? read(url.origin))
  const witness = await witnesses.get(url.origin)
  if (!witness) return response
  const sent = input instanceof Request ? input.headers : new Headers(init?.headers)
  const answer = {
    method: (input instanceof Request ? input.method : (init?.method ?? 'GET')).toUpperCase(),
    path: url.pathname,
    status: response.status,
    headers: response.headers,
    text: await response.clone().text(),
    hasKey: sent.has('Idempotency-Key'),
  }
  if (witness.violations(answer).length === 0) return response
  // Another server may have taken the port over, with other plugins.
  const again = read(url.origin)
  witnesses.set(url.origin, again)
  const violations = (await again)?.violations(answer) ?? []
  if (violations.length > 0) throw new Error(`breaks the contract: ${violations.join('; ')}\n${answer.text}`)
  return response
}

/** "fetch failed" alone does not tell a refused connection from one that broke. */
function withCause(error: unknown): unknown {
  if (error instanceof TypeError && error.cause instanceof Error) {
    const { code, message }: NodeJS.ErrnoException = error.cause
    error.message += `: ${code ?? message}`
  }
  return error
}

/** Null: the server has ended. */
async function read(origin: string): Promise<ContractWitness | null> {
  const served = await plainFetch(`${origin}/openapi.json`).catch(() => null)
  if (!served?.ok) return null
  const text = await served.text()
  const key = text.replaceAll(origin, '')
  let witness = byContract.get(key)
  if (!witness) byContract.set(key, (witness = new ContractWitness(JSON.parse(text) as Contract)))
  return witness
}
