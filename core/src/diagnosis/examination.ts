import { type Clock, SECOND_MS, SystemClock } from '../kernel/clock.js'
import { SystemTimer, type Timer } from '../kernel/timer.js'
import type { Check } from './check.js'
import { describedInLine } from './describe-error.js'
import { DOCTOR, type Finding, hidden, kind, NO_FACTS } from './finding.js'

const timedOut = ({ subject }: Check) =>
  kind({
    code: 'check.timed_out',
    severity: 'wrong',
    operator: () => 'not checked in time: run paylink doctor again; if it is named again, look into this part',
    'es-MX': () => ({
      what: `No hubo tiempo de revisar ${subject['es-MX']}.`,
      means: 'No sabemos si funciona. Lo que ya cobraste está guardado.',
      remedy: 'Revisa otra vez en unos minutos. Si se repite, quien administra el servidor ve más con:',
    }),
    en: () => ({
      what: `There was no time to check ${subject.en}.`,
      means: 'We do not know whether it works. What you were paid is on record.',
      remedy: 'Check again in a few minutes. If it happens again, the person who runs the server sees more with:',
    }),
    command: DOCTOR,
  })

const failed = ({ subject }: Check) =>
  kind<object, { error: string }>({
    code: 'check.failed',
    severity: 'wrong',
    operator: ({ error }) => `the check failed: ${error}. Repair that, and run paylink doctor again`,
    'es-MX': () => ({
      what: `No se pudo revisar ${subject['es-MX']}.`,
      means: 'No sabemos si funciona. Lo que ya cobraste está guardado.',
      remedy: 'Quien administra el servidor ve la causa con:',
    }),
    en: () => ({
      what: `We could not check ${subject.en}.`,
      means: 'We do not know whether it works. What you were paid is on record.',
      remedy: 'The person who runs the server sees why with:',
    }),
    command: DOCTOR,
  })

/** For all checks together: longer than a provider may take, and a check that only computes on a busy machine. */
const MAX_EXAMINATION_MS = 15 * SECOND_MS

/** Runs checks, and keeps their findings in the order of the calls. A check that times out is a finding of its own. */
export class Examination {
  private readonly findings: Finding[][] = []
  private readonly endsAt: number

  constructor(
    private readonly clock: Clock = new SystemClock(),
    private readonly timer: Timer = new SystemTimer(),
    maxMs = MAX_EXAMINATION_MS,
  ) {
    this.endsAt = this.now() + maxMs
  }

  /** Adds what it finds. */
  async run(check: Check): Promise<Finding[]> {
    const at = this.findings.push([]) - 1
    const found = await this.inTime(check)
    this.findings[at] = found
    return found
  }

  all(): Finding[] {
    return this.findings.flat()
  }

  readonly msLeft = (): number => Math.max(0, this.endsAt - this.now())

  private async inTime(check: Check): Promise<Finding[]> {
    let cancel: () => void = () => undefined
    const { name, owner } = check
    const about = owner ? { owner } : {}
    const late = new Promise<Finding[]>((resolve) => {
      cancel = this.timer.after(this.msLeft(), () => resolve([timedOut(check)(name, NO_FACTS, about)]))
    })
    try {
      return await Promise.race([check.look(this.msLeft), late])
    } catch (error) {
      return [failed(check)(name, hidden({ error: describedInLine(error) }), about)]
    } finally {
      cancel()
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}
