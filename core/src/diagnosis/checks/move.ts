import type { Reader } from '../../database/engine.js'
import { readMoveState } from '../../database/move-state.repository.js'
import type { Check, CheckUp } from '../check.js'
import { DOCTOR, hidden, kind } from '../finding.js'

const NAME = 'move'

const isUnfinished = kind<object, { target: string; startedAt: string }>({
  code: 'move.unfinished',
  severity: 'attention',
  operator: ({ target, startedAt }) =>
    `a move to ${target} began at ${startedAt} and has not ended, so every change is noted for it. If it no longer runs, run paylink move --to with that address to finish it, or add --cancel to abandon it`,
  'es-MX': () => ({
    what: 'Se empezó a mover la base de datos, y no ha terminado.',
    means: 'Tus cobros siguen igual.',
    remedy: 'Quien administra el servidor ve cómo terminarlo o cancelarlo con:',
  }),
  en: () => ({
    what: 'A move of the database began and has not ended.',
    means: 'Your charges go on as before.',
    remedy: 'The person who runs the server sees how to finish or cancel it with:',
  }),
  command: DOCTOR,
})

/** A move that was interrupted before the database was sealed: the server works, so nothing else would show it. */
export class MoveCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(private readonly reader: Reader) {}

  checks(): Promise<Check[]> {
    return Promise.resolve([
      {
        name: NAME,
        subject: { 'es-MX': 'el cambio de base de datos', en: 'the move of the database' },
        look: async () => {
          const state = await readMoveState({ reader: this.reader })
          if (!state || state.sealedAt !== null) return []
          const { target, startedAt } = state
          return [isUnfinished(NAME, hidden({ target, startedAt }), { since: startedAt })]
        },
      },
    ])
  }
}
