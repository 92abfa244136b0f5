import type { ListedKey, ReadKeys } from '../../accounts/read-keys.js'
import type { LimitKey } from '../../agents/limit-key.js'
import { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { keyMark, KEYS } from './key-parts.js'
import { limitsPage } from './limits-page.js'
import { controlFaults, readTypedControls } from './typed-controls.js'
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
    await showPage(visit, formOf(visit, key))
  }

  private readonly change = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    if (key.revokedAt !== null) return redirect(visit, `${KEYS}?saved=revoked`)
    const controls = readTypedControls(visit.fields, key.controls?.currency)
    try {
      await this.limitKey.run(visit.principal, key.id, controls, this.actOnce.of(visit, `limit_key ${key.id}`))
    } catch (error) {
      if (error instanceof Problem) {
        const faults = controlFaults(error, keysWords(visit.locale))
        if (faults.length === 0) throw error
        return showPage(visit, formOf({ ...visit, formKey: keyOf(visit) }, key, faults), 422)
      }
      if (!(error instanceof RepeatedForm)) throw error
    }
    redirect(visit, `${KEYS}?saved=limits`)
  }
}

function formOf(visit: Visit, key: ListedKey, faults?: readonly FormFault[]) {
  const words = keysWords(visit.locale)
  const { id, name, controls } = key
  const about = words.limits.about(keyMark(key))
  const limited = { name, about, controls, path: `${KEYS}/${id}/limits`, back: { path: KEYS, label: words.title } }
  return limitsPage(visit, limited, faults)
}
