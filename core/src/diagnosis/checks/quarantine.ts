import type { Quarantine } from '../../quarantine/quarantine.js'
import type { QuarantineReason } from '../../quarantine/quarantine-state.js'
import type { Check, CheckUp } from '../check.js'
import { hidden, kind } from '../finding.js'

const CAUSES: Record<QuarantineReason, string> = {
  restored: 'the database was restored from a backup',
  older_than_data_directory: 'the database is older than this data directory has seen it',
  checkout_unknown_here: 'a provider has a checkout of this installation that the database does not know',
  invoice_unknown_here: 'a signed address was used for an invoice that the database does not know',
}

const RESUME = 'paylink doctor --resume'

const inQuarantine = kind<object, { reason: QuarantineReason; copiedAt: string; knownUntil: string }>({
  code: 'quarantine.on',
  severity: 'critical',
  operator: ({ reason, copiedAt, knownUntil }) =>
    `${CAUSES[reason]}: what happened between ${copiedAt} and ${knownUntil} is missing. Nothing is sent and no checkout is opened until you end it: ${RESUME}`,
  'es-MX': () => ({
    what: 'El servicio está en cuarentena: su base de datos es una copia anterior.',
    means:
      'Falta lo que pasó desde que se hizo la copia. Mientras tanto no se abren cobros ni se mandan correos, facturas o avisos; lo ya registrado se puede consultar.',
    remedy: 'Pide a quien administra el servidor que lo revise y termine la cuarentena con:',
  }),
  en: () => ({
    what: 'The service is in quarantine: its database is an earlier copy.',
    means:
      'What happened since the copy was made is missing. Until then no payment can be started and no e-mail, invoice or webhook is sent; what is recorded can be read.',
    remedy: 'Ask the person who runs the server to check it, and to end the quarantine with:',
  }),
  command: RESUME,
})

/** A database that is older than the world around it. */
export class QuarantineCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(private readonly quarantine: Quarantine) {}

  checks(): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'quarantine',
        subject: { 'es-MX': 'si la base de datos está al día', en: 'whether the database is up to date' },
        look: async () => {
          const state = await this.quarantine.findNow()
          return state ? [inQuarantine('quarantine', hidden(state), { since: state.startedAt })] : []
        },
      },
    ])
  }
}
