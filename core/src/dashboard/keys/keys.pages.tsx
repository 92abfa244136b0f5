import type { CreateKey } from '../../accounts/create-key.js'
import type { ListedKey, ReadKeys } from '../../accounts/read-keys.js'
import type { RevokeKey } from '../../accounts/revoke-key.js'
import { modeOf } from '../../kernel/mode.js'
import { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { isLiveLocked, KeyListPage, LockedCard } from './key-list-page.js'
import { KEYS } from './key-parts.js'
import { NewKeyForm } from './new-key-page.js'
import { ShownKey } from './shown-key.js'
import { faultsOf, readTypedKey } from './typed-key.js'
import { keysWords } from './words.js'

/** `/settings/keys`: the API keys of a mode; a new one, shown once; revoking one. */
export class KeyPages {
  constructor(
    private readonly keys: ReadKeys,
    private readonly createKey: CreateKey,
    private readonly revokeKey: RevokeKey,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    const confirmed = { permission, confirms: true } as const
    return [
      { method: 'get', path: KEYS, permission, answer: this.showList },
      { ...confirmed, method: 'get', path: `${KEYS}/new`, answer: (visit) => this.showForm(visit, []) },
      // At the address of the list, which a reload of the answer shows.
      { ...confirmed, method: 'post', path: KEYS, formAt: `${KEYS}/new`, keeps: everyField, answer: this.create },
      { ...confirmed, method: 'get', path: `${KEYS}/:id/revoke`, answer: this.askToRevoke },
      { ...confirmed, method: 'post', path: `${KEYS}/:id/revoke`, answer: this.revoke },
    ]
  }

  private readonly showList = async (visit: Visit): Promise<void> => {
    const keys = await this.keys.ofMode(visit.principal)
    const content = <KeyListPage visit={visit} keys={keys} />
    await showPage(visit, { title: keysWords(visit.locale).title, section: 'settings', content })
  }

  private async showForm(visit: Visit, faults: readonly FormFault[], status = 200): Promise<void> {
    const words = keysWords(visit.locale)
    const head = {
      title: words.new.title,
      about: words.new.about[modeOf(visit.principal.livemode)],
      back: { href: `${visit.base}${KEYS}`, label: words.title },
    }
    const content = isLiveLocked(visit) ? (
      <LockedCard visit={visit} words={words} />
    ) : (
      <NewKeyForm visit={visit} faults={faults} />
    )
    await showPage(visit, settingsPage(head, content), status)
  }

  private readonly create = async (visit: Visit): Promise<void> => {
    const words = keysWords(visit.locale)
    if (isLiveLocked(visit)) return this.showForm(visit, [], 422)
    const typed = readTypedKey(visit, words)
    const again = { ...visit, formKey: keyOf(visit) }
    if ('faults' in typed) return this.showForm(again, typed.faults, 422)
    try {
      const made = await this.createKey.run(visit.principal, typed.input, this.actOnce.of(visit, 'create_key'))
      const head = { title: words.shown.title, about: words.shown.about }
      await showPage(visit, settingsPage(head, <ShownKey visit={visit} made={made} />))
    } catch (error) {
      if (error instanceof RepeatedForm) return redirect(visit, `${KEYS}?made=before`)
      if (!(error instanceof Problem)) throw error
      const faults = faultsOf(error, visit, words)
      if (faults.length === 0) throw error
      await this.showForm(again, faults, 422)
    }
  }

  private readonly askToRevoke = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    if (key.revokedAt !== null) return redirect(visit, `${KEYS}?saved=revoked`)
    await showPage(visit, questionPage(visit, questionOf(visit, key)))
  }

  private readonly revoke = async (visit: Visit): Promise<void> => {
    const { id } = await this.keys.one(visit.principal, parameter(visit, 'id'))
    await this.revokeKey.run(visit.principal, id)
    redirect(visit, `${KEYS}?saved=revoked`)
  }
}

function questionOf({ locale }: Visit, { id, name, lastFour }: ListedKey): Parameters<typeof questionPage>[1] {
  const { ask } = keysWords(locale)
  const text = (
    <>
      <p>{ask.text(lastFour)}</p>
      <p>{ask.money}</p>
    </>
  )
  return {
    ...{ title: ask.title(name), text, path: `${KEYS}/${id}/revoke`, back: KEYS },
    ...{ keep: ask.keep, confirm: ask.confirm, busy: ask.busy },
  }
}
