import { timingSafeEqual } from 'node:crypto'
import type { Log } from '../kernel/log.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { CallTransport } from '../plugin-host/call-transport.js'
import type { Sealer } from '../secrets/sealer.js'
import type { MailRoutes } from './mail-routes.js'
import type { TrackDelivery } from './track-delivery.js'

/** Where mail servers post reports. */
export const REPORTS_PATH = '/hooks/email_smtp/reports'

const PURPOSE = 'mail reports'

export interface ReportCounts {
  /** Reports found in the message. */
  reports: number
  /** How many were about our emails. */
  known: number
}

/** Receives what other mail servers sent to our envelope sender: bounces and complaints. */
export class ReceiveReport {
  constructor(
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly trackDelivery: TrackDelivery,
    private readonly log: Log,
    private readonly sealer: Sealer,
  ) {}

  /** The bearer token that a mail server presents. */
  get secret(): string {
    return this.sealer.derive(PURPOSE)
  }

  /** @throws Problem `unauthorized` */
  assertAllowed(presented: string | null): void {
    const given = Buffer.from(presented ?? '')
    const isToken = (token: string): boolean => {
      const expected = Buffer.from(token)
      return given.length === expected.length && timingSafeEqual(given, expected)
    }
    if (this.sealer.derivations(PURPOSE).some(isToken)) return
    throw new Problem('unauthorized', {
      detail: 'The report token is missing or wrong.',
      headers: { 'WWW-Authenticate': 'Basic realm="mail reports"' },
    })
  }

  /**
   * @param raw the message as received (RFC 5322)
   * @param recipient of its envelope, if known
   *
   * @throws Problem `email_unavailable` no mail server is configured; `validation_error` the message cannot be read
   */
  async run(raw: Uint8Array, recipient: string | null): Promise<ReportCounts> {
    const route = this.routes.live
    if (!route) throw new Problem('email_unavailable', { detail: 'No mail server is configured.' })
    if (raw.length === 0) throw invalid('body', 'is empty: expected the raw message (RFC 5322)')
    const reports = await this.read(route.transport, raw)
    let known = 0
    for (const report of reports) {
      const envelopeFrom = [...(recipient === null ? [] : [recipient]), ...report.envelopeFrom]
      if (await this.trackDelivery.recordReport({ ...report, envelopeFrom })) known++
    }
    this.log.info({ reports: reports.length, known }, 'received mail reports')
    return { reports: reports.length, known }
  }

  private async read(...[transport, raw]: Parameters<CallTransport['readReport']>) {
    try {
      return await this.callTransport.readReport(transport, raw)
    } catch (error) {
      if (error instanceof RangeError) throw invalid('body', `cannot be read: ${error.message}`)
      throw error
    }
  }
}
