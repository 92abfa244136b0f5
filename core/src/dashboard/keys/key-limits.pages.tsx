import type { ListedKey, ReadKeys } from '../../accounts/read-keys.js'
import type { LimitKey } from '../../agents/limit-key.js'
import type { ActOnce } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { changeLimits } from './change-limits.js'
import { keyMark, KEYS } from './key-parts.js'
import { type Limited, limitsPage } from './limits-page.js'
import { keysWords } from './words.js'

/** `/settings/keys/:id/limits`: how much a key may ask for, and what a person approves each time. */
export class KeyLimitPages {
  constructor(
    private readonly keys: ReadKeys,
    private readonly limitKey: LimitKey,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const route = { path: `${KEYS}/:id/limits`, permission: 'settings:manage', confirms: true } as const
    return [
      { ...route, method: 'get', answer: this.show },
      { ...route, method: 'post', keeps: everyField, answer: this.change },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    if (key.revokedAt !== null) return redirect(visit, `${KEYS}?saved=revoked`)
    await showPage(visit, limitsPage(visit, limitedBy(visit, key)))
  }

  private readonly change = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    if (key.revokedAt !== null) return redirect(visit, `${KEYS}?saved=revoked`)
    const once = this.actOnce.of(visit, `limit_key ${key.id}`)
    await changeLimits(visit, limitedBy(visit, key), (controls) =>
      this.limitKey.run(visit.principal, key.id, controls, once),
    )
  }
}

function limitedBy({ locale }: Visit, key: ListedKey): Limited {
  const words = keysWords(locale)
  const { id, name, controls } = key
  const about = words.limits.about(keyMark(key))
  return {
    name,
    about,
    controls,
    isOfKey: true,
    path: `${KEYS}/${id}/limits`,
    back: { path: KEYS, label: words.title },
  }
}
