import { DAY, HOUR, MINUTE } from './clock-steps.js'
import type { Request, Requests, Wish } from './requests.js'
import type { LinkRow } from './snapshot.js'
import type { World } from './world.js'

const ACTS = ['create', 'update', 'disable', 'mark_paid'] as const
type WishAct = (typeof ACTS)[number]
type NewLink = Extract<Wish, { act: 'create' }>['body']

const TAXES = ['iva_included', 'iva_added', 'exempt'] as const
const BY_TRANSFER = { method: 'spei_transfer' } as const
const invoiceable = (body: NewLink, tax: (typeof TAXES)[number]): NewLink => ({
  ...body,
  items: body.items.map((item) => ({ ...item, satProductCode: '48101500', satUnitCode: 'H87', tax })),
  invoiceable: true,
})

/** What clients think of. */
export class Wishes {
  private keys = 0
  private values = 0

  constructor(
    private readonly world: World,
    private readonly requests: Requests,
  ) {}

  fresh(act: WishAct): { key: string; wish: Wish } {
    return { key: `key-${++this.keys}`, wish: this.wish(act) }
  }

  /** A request that was sent before; sometimes its key is used for something else. */
  again(): { key: string; wish: Wish } {
    const { decisions } = this.world
    const { all } = this.requests
    const earlier = decisions.prefer(all, all.some(isOpenEnded) ? isOpenEnded : isRefused)
    const isOther = decisions.oneIn(isRefused(earlier) ? 2 : 4)
    return { key: earlier.key, wish: isOther ? this.other(earlier) : earlier.wish }
  }

  /** A client that has waited long enough: what it has not been answered, it asks again. */
  impatient(): { key: string; wish: Wish } | undefined {
    const waiting = this.requests.all.filter(({ status, wish }) => status === null && wish.act === 'disable')
    return waiting.length === 0 ? undefined : this.world.decisions.pick(waiting)
  }

  private other({ wish }: Request): Wish {
    const { decisions } = this.world
    const elsewhere = 'linkId' in wish ? this.links().filter(({ id }) => id !== wish.linkId) : []
    if ('linkId' in wish && elsewhere.length > 0 && decisions.oneIn(2)) {
      return { ...wish, linkId: decisions.pick(elsewhere).id }
    }
    return this.wish(this.links().length > 0 ? decisions.pick(ACTS) : 'create')
  }

  private links(): LinkRow[] {
    return [...this.world.watch.snapshot.links.values()]
  }

  private wish(act: WishAct): Wish {
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
