import type { Settings } from '@paylink/config'
import { readBackupState } from '../../backup/backup-state.repository.js'
import { OVERDUE_AFTER_MS } from '../../backup/scheduled-backups.js'
import type { Reader } from '../../database/engine.js'
import { type Clock, DAY_MS, iso, later } from '../../kernel/clock.js'
import { readRotation } from '../../secrets/key-rotation.repository.js'
import type { Check, CheckUp } from '../check.js'
import { hidden, kind } from '../finding.js'

/** Without a schedule, the operator's own habit is unknown. */
const OLD_AFTER_MS = 8 * DAY_MS

const made = kind<object, { at: string; file: string }>({
  code: 'backup.made',
  severity: 'fine',
  operator: ({ at, file }) => `made and verified at ${at}: ${file}`,
  'es-MX': () => ({ what: 'Hay un respaldo reciente, y se comprobó que se puede restaurar.' }),
  en: () => ({ what: 'There is a recent backup, and it was proven that it can be restored.' }),
})

const RISK = {
  'es-MX': 'Si el disco del servidor falla, se pierde lo que pasó desde el último respaldo.',
  en: 'If the disk of the server fails, what happened since the last backup is lost.',
}

const never = kind<object, { folder: string | null }>({
  code: 'backup.never',
  severity: 'attention',
  operator: ({ folder }) =>
    folder === null
      ? 'none was made yet: set PAYLINK_BACKUP_DIR for one every day, or run paylink backup FILE'
      : `none was made yet: a running server makes the first one in ${folder}, or run paylink backup FILE`,
  'es-MX': () => ({
    what: 'Todavía no hay ningún respaldo.',
    means: RISK['es-MX'],
    remedy: 'Quien administra el servidor puede hacer uno con:',
  }),
  en: () => ({
    what: 'There is no backup yet.',
    means: RISK.en,
    remedy: 'The person who runs the server can make one with:',
  }),
  command: 'paylink backup FILE',
})

const remedyFor = (folder: string | null): string =>
  folder === null
    ? 'set PAYLINK_BACKUP_DIR for one every day, or run paylink backup FILE'
    : `see the server's log and ${folder} (PAYLINK_BACKUP_DIR), or run paylink backup FILE`

/** It names its own remedy. */
const failureOf = (error: string): string =>
  `the last one failed: ${error.replace(/[.]$/, '')}. It is tried again after two hours, or run paylink backup FILE`

const old = kind<object, { at: string | null; error: string | null; folder: string | null }>({
  code: 'backup.old',
  severity: 'wrong',
  operator: ({ at, error, folder }) =>
    `${at === null ? 'none has succeeded yet' : `the latest is from ${at}`}${error === null ? `: ${remedyFor(folder)}` : `; ${failureOf(error)}`}`,
  'es-MX': () => ({
    what: 'El último respaldo es viejo, o falló.',
    means: RISK['es-MX'],
    remedy: 'Quien administra el servidor ve la causa con:',
  }),
  en: () => ({
    what: 'The last backup is old, or failed.',
    means: RISK.en,
    remedy: 'The person who runs the server sees the cause with:',
  }),
  command: 'paylink doctor',
})

const ofFormerKey = kind<object, { at: string; rotatedAt: string }>({
  code: 'backup.former_key',
  severity: 'attention',
  operator: ({ at, rotatedAt }) =>
    `the latest, from ${at}, can only be read with the secret key that was replaced at ${rotatedAt}: keep that key, and run paylink backup FILE`,
  'es-MX': () => ({
    what: 'El último respaldo solo se puede leer con la clave secreta anterior.',
    means: 'La clave del servidor se cambió después de hacerlo. Sin la anterior, ese respaldo no sirve.',
    remedy: 'Quien administra el servidor puede hacer uno nuevo con:',
  }),
  en: () => ({
    what: 'The last backup can only be read with the former secret key.',
    means: 'The key of the server was replaced after it was made. Without the former one, that backup is of no use.',
    remedy: 'The person who runs the server can make a new one with:',
  }),
  command: 'paylink backup FILE',
})

/** Whether there is a backup that is not too old. Every backup was restored once, when it was made. */
export class BackupsCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly settings: Settings,
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  checks(): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'backup',
        subject: { 'es-MX': 'los respaldos', en: 'the backups' },
        look: async () => {
          const state = await readBackupState(this.reader)
          if (!state) return [never('backup', hidden({ folder: this.settings.backupDir }))]
          const { succeededAt: at, startedAt, finishedAt, file, error } = state
          const { backupDir: folder } = this.settings
          const maxAgeMs = folder === null ? OLD_AFTER_MS : OVERDUE_AFTER_MS
          if (at === null || error !== null || at <= iso(later(this.clock.now(), -maxAgeMs)))
            return [old('backup', hidden({ at, error, folder }))]
          const rotation = await readRotation(this.reader)
          // While another one is made, the start of the latest that succeeded is unknown.
          const begunAt = finishedAt === null ? at : startedAt
          return rotation?.to && begunAt < rotation.startedAt
            ? [ofFormerKey('backup', hidden({ at, rotatedAt: rotation.startedAt }))]
            : [made('backup', hidden({ at, file }))]
        },
      },
    ])
  }
}
