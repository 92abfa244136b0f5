import { createHash } from 'node:crypto'
import type { PluginStore } from '@paylink/plugin-api'
import type { StampRequest } from './invoice-check.js'

/** An accepted stamp request. Immutable. */
export interface Placed extends StampRequest {
  id: string
  organizationId: string
  issuerRfc: string
  /** ISO, as all times here. */
  createdAt: string
  /** When stamping ends; equals `createdAt` if immediate. */
  stampedAt: string
  /** Stamping fails. */
  isDoomed: boolean
  uuid: string
}

/** A requested cancellation and its outcome. Immutable. */
interface Cancellation {
  motive: string
  askedAt: string
  endsAt: string
  isRefused: boolean
}

/** What happened to an invoice. Append-only; its status is derived. */
export interface InvoiceFacts {
  placed: Placed
  /** In order; each but the last was refused. */
  cancellations: Cancellation[]
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const placedKey = (id: string) => `invoice:${id}`
const idempotencyEntry = (organizationId: string, key: string) => `key:${organizationId}:${hashed(key)}`
const allPrefix = (organizationId: string) => `all:${organizationId}:`
const externalPrefix = (organizationId: string, externalId: string) => `ext:${organizationId}:${hashed(externalId)}:`
const cancellationPrefix = (id: string) => `cancel:${id}:`
const toldKey = (id: string, what: string) => `told:${id}:${what}`

/**
 * Of concurrent requests with the same key, one invoice is kept; the others are never visible.
 *
 * Later requests index it again: the first may have been interrupted before it did.
 */
export async function place(placed: Placed, store: PluginStore): Promise<string> {
  await store.set(placedKey(placed.id), JSON.stringify(placed))
  const { idempotencyKey, organizationId } = placed
  if (idempotencyKey !== undefined && !(await store.add(idempotencyEntry(organizationId, idempotencyKey), placed.id))) {
    return (await idUnderKey(organizationId, idempotencyKey, store))!
  }
  await list(placed, store)
  return placed.id
}

export async function idUnderKey(organizationId: string, key: string, store: PluginStore): Promise<string | null> {
  const id = await store.get(idempotencyEntry(organizationId, key))
  const placed = id === null ? null : await store.get(placedKey(id))
  if (placed !== null) await list(JSON.parse(placed) as Placed, store)
  return id
}

async function list({ id, organizationId, externalId, createdAt }: Placed, store: PluginStore): Promise<void> {
  await store.set(`${allPrefix(organizationId)}${createdAt}:${id}`, id)
  if (externalId !== undefined) await store.set(`${externalPrefix(organizationId, externalId)}${createdAt}:${id}`, id)
}

export async function factsOf(id: string, store: PluginStore): Promise<InvoiceFacts | undefined> {
  const placed = await store.get(placedKey(id))
  if (placed === null) return undefined
  const kept = await store.list(cancellationPrefix(id))
  const cancellations = kept.map(({ value }) => JSON.parse(value) as Cancellation).reverse()
  return { placed: JSON.parse(placed) as Placed, cancellations }
}

/** False: a concurrent request added one first. */
export function addCancellation(
  { placed, cancellations }: InvoiceFacts,
  cancellation: Cancellation,
  store: PluginStore,
): Promise<boolean> {
  const number = String(cancellations.length).padStart(4, '0')
  return store.add(cancellationPrefix(placed.id) + number, JSON.stringify(cancellation))
}

/** True for the first caller: each change is announced once. */
export function claimAnnouncement(id: string, what: string, store: PluginStore): Promise<boolean> {
  return store.add(toldKey(id, what), '1')
}

/** An organization's invoice ids, newest first, optionally filtered by external id. */
export async function idsOf(organizationId: string, externalId: string | null, store: PluginStore): Promise<string[]> {
  const prefix = externalId === null ? allPrefix(organizationId) : externalPrefix(organizationId, externalId)
  const ids: string[] = []
  let before: string | undefined
  for (;;) {
    const entries = await store.list(prefix, { before })
    ids.push(...entries.map(({ value }) => value))
    before = entries.at(-1)?.key
    if (entries.length < 1000 || before === undefined) return ids
  }
}
