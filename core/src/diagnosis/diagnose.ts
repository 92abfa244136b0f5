import type { Settings } from '@paylink/config'
import type { ExamineInvariants } from '../doctor/examine-invariants.js'
import { type Clock, iso, SECOND_MS } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import type { Timer } from '../kernel/timer.js'
import type { Check, CheckUp, Whose } from './check.js'
import { connectorCheck } from './checks/connector.js'
import { databaseCheck, migrationsCheck } from './checks/database.js'
import { invariantsCheck } from './checks/invariants.js'
import { publicAddressCheck } from './checks/public-address.js'
import { Examination } from './examination.js'
import { type Finding, SEVERITIES } from './finding.js'
import { installationChecks } from './installation-checks.js'
import { SharedRuns } from './shared-runs.js'

export interface Diagnosis {
  /** When it was made. */
  at: string
  /** Gravest first. */
  findings: Finding[]
}

/** A second press within this time gets the same result. */
const KEPT_MS = 10 * SECOND_MS
/** Examinations of accounts, in this process. */
const MAX_AT_ONCE = 4
/** For a page that was asked to check everything. */
const MAX_PAGE_MS = 4.5 * SECOND_MS
/** For what a page shows as it opens. */
const MAX_QUICK_MS = 1.5 * SECOND_MS

const INSTALLATION = 'installation'

/** What is wrong here. The command asks about everything; people of an account about what is theirs. */
export class Diagnose {
  private readonly ofAccounts: SharedRuns<Diagnosis>
  private readonly ofInstallation: SharedRuns<Finding[]>

  constructor(
    private readonly settings: Settings,
    private readonly invariants: ExamineInvariants,
    private readonly checkUps: readonly CheckUp[],
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {
    this.ofAccounts = new SharedRuns(clock, { keptMs: KEPT_MS, maxAtOnce: MAX_AT_ONCE })
    this.ofInstallation = new SharedRuns(clock, { keptMs: KEPT_MS, maxAtOnce: 1 })
  }

  /** For the operator: the invariants, and what all accounts have. */
  async everything(examination: Examination): Promise<void> {
    const checks = [invariantsCheck(this.invariants), ...(await this.checksOf(null, () => true))]
    await Promise.all(checks.map((check) => examination.run(check)))
  }

  /**
   * For owners and admins of one account: it has nothing of another account, and of the installation no more than general
   * words. Ends in time, and runs once however many ask. Undefined: too many accounts are being examined just now.
   */
  async ofAccount({ accountId }: AccountWidePrincipal): Promise<Diagnosis | undefined> {
    return this.ofAccounts.run(accountId, async () => {
      const examination = this.examination()
      const [shared, own] = await Promise.all([
        this.ofInstallation.run(INSTALLATION, () => this.examineInstallation()),
        this.checksOf(accountId, () => true).then((checks) => runAll(examination, checks)),
      ])
      return this.toDiagnosis(accountId, [...(shared ?? []), ...own])
    })
  }

  /** The same, as far as it is known without asking providers, servers or every record. */
  async knownOfAccount({ accountId }: AccountWidePrincipal): Promise<Diagnosis> {
    const checks = await this.checksOf(accountId, ({ isQuick }) => isQuick)
    const findings = await runAll(this.examination(MAX_QUICK_MS), [...checks, ...installationChecks(this.settings)])
    return this.toDiagnosis(accountId, findings)
  }

  private examination(maxMs = MAX_PAGE_MS): Examination {
    return new Examination(this.clock, this.timer, maxMs)
  }

  private async examineInstallation(): Promise<Finding[]> {
    const { settings } = this
    return runAll(this.examination(), [
      databaseCheck(settings, { inServer: true }),
      migrationsCheck(settings),
      ...installationChecks(settings),
      publicAddressCheck(settings),
      connectorCheck(settings),
      invariantsCheck(this.invariants),
    ])
  }

  private async checksOf(whose: Whose, isWanted: (checkUp: CheckUp) => boolean): Promise<Check[]> {
    return (await Promise.all(this.checkUps.filter(isWanted).map((checkUp) => checkUp.checks(whose)))).flat()
  }

  private toDiagnosis(accountId: string, found: readonly Finding[]): Diagnosis {
    const own = found.filter(({ owner, explained }) => explained && (owner === null || owner.accountId === accountId))
    const findings = withoutRepeats(own).sort((a, b) => gravity(a) - gravity(b))
    return { at: iso(this.clock.now()), findings }
  }
}

async function runAll(examination: Examination, checks: readonly Check[]): Promise<Finding[]> {
  await Promise.all(checks.map((check) => examination.run(check)))
  return examination.all()
}

const gravity = ({ severity }: Finding): number => SEVERITIES.indexOf(severity)

/** An endpoint that fails has an alert as well, after a day. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const alerted = new Set(findings.filter(({ check }) => check === 'alert').map(({ target }) => target))
  return findings.filter(({ check, target }) => check === 'alert' || target === null || !alerted.has(target))
}
