import { DAY, HOUR, MINUTE } from './clock-steps.js'
import type { Request, Requests, Operation } from './requests.js'
import type { LinkRow } from './snapshot.js'
import type { World } from './world.js'

const ACTS = ['create', 'update', 'disable', 'mark_paid'] as const
type RequestAct = (typeof ACTS)[number]
type NewLink = Extract<Operation, { act: 'create' }>['body']

const TAXES = ['iva_included', 'iva_added', 'exempt'] as const
const BY_TRANSFER = { method: 'spei_transfer' } as const
const invoiceable = (body: NewLink, tax: (typeof TAXES)[number]): NewLink => ({
  ...body,
  items: body.items.map((item) => ({ ...item, satProductCode: '48101500', satUnitCode: 'H87', tax })),
  invoiceable: true,
})

/** Draws the requests that clients send. */
export class ClientRequests {
  private keys = 0
  private values = 0

  constructor(
    private readonly world: World,
    private readonly requests: Requests,
  ) {}

  fresh(act: RequestAct): { key: string; operation: Operation } {
    return { key: `key-${++this.keys}`, operation: this.operation(act) }
  }

  /** A request that was sent before; sometimes its key is used for something else. */
  again(): { key: string; operation: Operation } {
    const { decisions } = this.world
    const { all } = this.requests
    const earlier = decisions.prefer(all, all.some(isOpenEnded) ? isOpenEnded : isRefused)
    const isOther = decisions.oneIn(isRefused(earlier) ? 2 : 4)
    return { key: earlier.key, operation: isOther ? this.other(earlier) : earlier.operation }
  }

  /** A client that has waited long enough repeats an unanswered request. */
  impatient(): { key: string; operation: Operation } | undefined {
    const waiting = this.requests.all.filter(({ status, operation }) => status === null && operation.act === 'disable')
    return waiting.length === 0 ? undefined : this.world.decisions.pick(waiting)
  }

  private other({ operation }: Request): Operation {
    const { decisions } = this.world
    const elsewhere = 'linkId' in operation ? this.links().filter(({ id }) => id !== operation.linkId) : []
    if ('linkId' in operation && elsewhere.length > 0 && decisions.oneIn(2)) {
      return { ...operation, linkId: decisions.pick(elsewhere).id }
    }
    return this.operation(this.links().length > 0 ? decisions.pick(ACTS) : 'create')
  }

  private links(): LinkRow[] {
    return [...this.world.checker.snapshot.links.values()]
  }

  private operation(act: RequestAct): Operation {
    const { decisions, nowMs, options } = this.world
    const value = `value-${++this.values}`
    const expiresAt = (): string =>
      new Date(nowMs + decisions.pick([2 * HOUR, 31 * MINUTE, 40 * MINUTE, MINUTE, 2 * DAY])).toISOString()
    if (act === 'create') {
      const items = [{ name: 'Taza', quantity: 1 + decisions.below(3), unitPriceCentavos: 15_000 }]
      const body = { title: value, items, metadata: { value } }
      if (options.story === 'invoices') return { act, body: invoiceable(body, decisions.pick(TAXES)) }
      return { act, body: options.story === 'crowd' && decisions.oneIn(2) ? { ...body, expiresAt: expiresAt() } : body }
    }
    const isBusy = ({ status }: LinkRow): boolean => act !== 'update' && status === 'processing'
    const { id: linkId } = decisions.prefer(this.links(), isBusy)
    switch (act) {
      case 'update':
        return { act, linkId, body: decisions.oneIn(2) ? { title: value, expiresAt: expiresAt() } : { title: value } }
      case 'disable':
        return { act, linkId }
      case 'mark_paid':
        return { act, linkId, body: options.story === 'invoices' ? { note: value, ...BY_TRANSFER } : { note: value } }
    }
  }
}

const isOpenEnded = ({ status }: Request): boolean => status === null || status === 503
const isRefused = ({ status }: Request): boolean => status !== null && status >= 400
