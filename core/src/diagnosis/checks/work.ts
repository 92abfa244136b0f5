import type { Reader } from '../../database/engine.js'
import { type Clock, iso, later, MINUTE_MS } from '../../kernel/clock.js'
import type { Quarantine } from '../../quarantine/quarantine.js'
import type { Check, CheckUp } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'
import { countProcesses, type LateWork, readLateWork } from '../late-work.repository.js'

const NAME = 'work'
/** Several polls, retries and leases fit into it. */
const LATE_AFTER_MS = 10 * MINUTE_MS

const isDone = kind({ code: 'work.done', severity: 'fine', operator: () => 'nothing is late' })

const isHeld = kind({
  code: 'work.held',
  severity: 'fine',
  operator: () => 'what goes out is held by the quarantine',
})

const MEANS = {
  'es-MX': {
    what: 'El trabajo de fondo está atrasado: pagos por confirmar, webhooks, correos o facturas.',
    means: 'El dinero está con tu proveedor; aquí se registrará cuando el trabajo se reanude.',
    remedy: 'Quien administra el servidor ve qué está atrasado con:',
  },
  en: {
    what: 'Background work is late: payments to confirm, webhooks, emails or invoices.',
    means: 'The money is with your provider; it is recorded here once the work goes on.',
    remedy: 'The person who runs the server sees what is late with:',
  },
}

const listOf = (late: readonly LateWork[]): string =>
  late.map(({ what, count, since }) => `${count} ${what} since ${since}`).join(', ')

const late = (code: string, remedy: string) =>
  kind<object, { late: LateWork[] }>({
    code,
    severity: 'wrong',
    operator: ({ late: found }) => `${listOf(found)}: ${remedy}`,
    'es-MX': () => MEANS['es-MX'],
    en: () => MEANS.en,
    command: 'paylink doctor',
  })

const noProcessWorks = late(
  'work.no_process',
  'no process runs: start paylink up, or paylink worker beside paylink serve',
)
const isStuck = late(
  'work.stuck',
  'if paylink serve runs alone, start paylink worker beside it; otherwise see the log of paylink up or paylink worker, and restart it',
)

/** Due rows that wait for longer than any retry of ours takes. */
export class WorkCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly reader: Reader,
    private readonly quarantine: Quarantine,
    private readonly clock: Clock,
  ) {}

  checks(): Promise<Check[]> {
    const look = async (): Promise<Finding[]> => [await this.look()]
    return Promise.resolve([{ name: NAME, subject: { 'es-MX': 'el trabajo de fondo', en: 'background work' }, look }])
  }

  private async look(): Promise<Finding> {
    if (await this.quarantine.find()) return isHeld(NAME, NO_FACTS)
    const now = this.clock.now()
    const found = await readLateWork(this.reader, iso(later(now, -LATE_AFTER_MS)))
    if (found.length === 0) return isDone(NAME, NO_FACTS)
    const runs = (await countProcesses(this.reader, now)) > 0
    return (runs ? isStuck : noProcessWorks)(NAME, hidden({ late: found }))
  }
}
