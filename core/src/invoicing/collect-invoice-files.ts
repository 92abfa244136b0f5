import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { FileFormat } from './invoice-files.repository.js'
import type { Invoices } from './invoices.repository.js'
import type {
  MonthInvoice,
  MonthInvoices,
  StampedBetween,
  StoredFiles,
  WalkPosition,
} from './month-invoices.repository.js'
import { UNAVAILABLE } from './provider-problem.js'
import type { ReadInvoiceFiles } from './read-invoice-files.js'

export type CollectedFile = { invoice: MonthInvoice; format: FileFormat; content: Uint8Array }

/**
 * Why a file could not be had: the provider refused or failed, with its message; it is not connected any more; it was not
 * asked, because it kept failing or time was up; the invoice changed just then.
 */
export type MissingReason = { kind: 'provider'; message: string } | { kind: 'disconnected' | 'not_asked' | 'changed' }

export type MissingFiles = { invoice: MonthInvoice; missing: FileFormat[]; reason: MissingReason }

const FORMATS: readonly FileFormat[] = ['pdf', 'xml']
/** Of how many invoices the stored files are in memory. */
const READ_AT_ONCE = 10
/** Of how many invoices files are asked for at a time. */
const ASKED_AT_ONCE = 4
/** After this time no further file is asked for. One call has a deadline of its own. */
export const MAX_ASKING_MS = 60 * SECOND_MS
/** After so many failures without a success between them, the provider is left alone. */
export const MAX_FAILURES = 20

/**
 * The files of all stamped invoices of a month, cancelled ones included: first those that are stored, then those that
 * have to be downloaded from the provider. What cannot be had is told instead.
 */
export class CollectInvoiceFiles {
  constructor(
    private readonly monthInvoices: MonthInvoices,
    private readonly invoices: Invoices,
    private readonly readFiles: ReadInvoiceFiles,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /** The period as it is now. */
  periodOf({ from, to }: Pick<StampedBetween, 'from' | 'to'>): StampedBetween {
    return { from, to, requestedUntil: iso(this.clock.now()) }
  }

  /** Whether the account has one, stamped or not. */
  async hasInvoices(scope: Scope): Promise<boolean> {
    return (await this.invoices.list(scope, 1)).length > 0
  }

  /** Whether one was stamped. */
  async isAny(scope: Scope, period: StampedBetween): Promise<boolean> {
    for await (const invoices of this.steps(scope, period)) if (invoices.length > 0) return true
    return false
  }

  /** Ends early once `gone` was aborted; a download that has begun is finished and stored. */
  async *run(scope: Scope, period: StampedBetween, gone: AbortSignal): AsyncGenerator<CollectedFile | MissingFiles> {
    const incomplete: MonthInvoice[] = []
    for await (const invoices of this.steps(scope, period)) {
      for (let start = 0; start < invoices.length; start += READ_AT_ONCE) {
        if (gone.aborted) return
        const group = invoices.slice(start, start + READ_AT_ONCE)
        const stored = await this.monthInvoices.filesOf(
          scope,
          group.map(({ id }) => id),
        )
        for (const invoice of group) {
          const files = stored.get(invoice.id) ?? {}
          if (missingIn(files).length === 0) yield* filesOf(invoice, files)
          else incomplete.push(invoice)
        }
      }
    }
    yield* this.download(scope, incomplete, gone)
  }

  private async *steps(scope: Scope, period: StampedBetween): AsyncGenerator<MonthInvoice[]> {
    let next: WalkPosition | undefined
    do {
      const step = await this.monthInvoices.step(scope, period, next)
      if (step.invoices.length > 0) yield step.invoices
      next = step.next
      // SQLite answers at once, and other requests wait.
      if (next) await this.timer.yieldToEventLoop()
    } while (next)
  }

  private async *download(
    scope: Scope,
    incomplete: readonly MonthInvoice[],
    gone: AbortSignal,
  ): AsyncGenerator<CollectedFile | MissingFiles> {
    const until = later(this.clock.now(), MAX_ASKING_MS)
    const left = incomplete.values()
    const asked: Promise<Asked>[] = []
    let failures = 0
    const askNext = (): void => {
      const { value: invoice, done } = left.next()
      if (done) return
      const mayAsk = failures < MAX_FAILURES && this.clock.now() < until
      const answer = mayAsk ? this.ask(invoice) : Promise.resolve<Asked>({ invoice, reason: { kind: 'not_asked' } })
      // Several are under way, and one is waited for: the others may fail first.
      answer.catch(() => undefined)
      asked.push(answer)
    }
    for (let count = 0; count < ASKED_AT_ONCE; count++) askNext()
    for (let next = asked.shift(); next; next = asked.shift()) {
      const { invoice, reason } = await next
      if (gone.aborted) return
      failures = reason ? failures + 1 : 0
      askNext()
      const files = (await this.monthInvoices.filesOf(scope, [invoice.id])).get(invoice.id) ?? {}
      yield* filesOf(invoice, files)
      const missing = missingIn(files)
      if (missing.length > 0) yield { invoice, missing, reason: reason ?? { kind: 'changed' } }
    }
  }

  private async ask(invoice: MonthInvoice): Promise<Asked> {
    try {
      const full = await this.invoices.find(invoice.id)
      if (full) await this.readFiles.ensureStored(full)
      return { invoice }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invoicing_unavailable') throw error
      const message = error.detail ?? ''
      return { invoice, reason: message === UNAVAILABLE ? { kind: 'disconnected' } : { kind: 'provider', message } }
    }
  }
}

interface Asked {
  invoice: MonthInvoice
  /** Undefined: its files are stored now. */
  reason?: MissingReason
}

const missingIn = (files: StoredFiles): FileFormat[] => FORMATS.filter((format) => files[format] === undefined)

function* filesOf(invoice: MonthInvoice, files: StoredFiles): Generator<CollectedFile> {
  for (const format of FORMATS) {
    const content = files[format]
    if (content) yield { invoice, format, content }
  }
}
