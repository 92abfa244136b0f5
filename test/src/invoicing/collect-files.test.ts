import { CollectInvoiceFiles, MAX_ASKING_MS, MAX_FAILURES } from '@paylink/core/invoicing/collect-invoice-files'
import type { Invoices } from '@paylink/core/invoicing/invoices.repository'
import type { MonthInvoice, MonthInvoices } from '@paylink/core/invoicing/month-invoices.repository'
import { invoicingUnavailable } from '@paylink/core/invoicing/provider-problem'
import type { ReadInvoiceFiles } from '@paylink/core/invoicing/read-invoice-files'
import { expect } from 'chai'
import { TestClock, TestTimer } from '../support/ports.js'

const SCOPE = { accountId: 'acc_1', livemode: false }
const PERIOD = { from: '2026-03-01T06:00:00.000Z', to: '2026-04-01T06:00:00.000Z' }

describe('the files of a month that have to be fetched', () => {
  const clock = new TestClock()
  const timer = new TestTimer()
  let underWay = 0
  let most = 0
  let calls = 0
  beforeEach(() => (underWay = most = calls = 0))

  /** Collects so many invoices without files; every call ends with `act`. Returns why each is missing. */
  async function collect(count: number, act: () => void, gone = new AbortController().signal): Promise<string[]> {
    const invoices = Array.from({ length: count }, (_, index): MonthInvoice => {
      return { id: `inv_${index}`, status: 'stamped', uuid: 'U', rfc: 'R', stampedAt: PERIOD.from }
    })
    const months = {
      step: () => Promise.resolve({ invoices, next: undefined }),
      filesOf: (_: unknown, ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, {}]))),
    }
    const ensureStored = async (): Promise<void> => {
      calls++
      most = Math.max(most, ++underWay)
      await timer.yieldToEventLoop()
      underWay--
      act()
    }
    const files = new CollectInvoiceFiles(
      months as unknown as MonthInvoices,
      { find: (id: string) => Promise.resolve({ id }) } as unknown as Invoices,
      { ensureStored } as unknown as ReadInvoiceFiles,
      clock,
      timer,
    )
    const reasons: string[] = []
    for await (const found of files.run(SCOPE, files.periodOf(PERIOD), gone)) {
      reasons.push('missing' in found ? found.reason.kind : found.format)
    }
    return reasons
  }

  it('are asked for a few at a time, each once', async () => {
    const reasons = await collect(30, () => undefined)
    expect(reasons).to.deep.equal(Array.from({ length: 30 }, () => 'changed'))
    expect({ most, calls }).to.deep.equal({ most: 4, calls: 30 })
  })

  it('are not asked of a provider that keeps failing', async () => {
    const reasons = await collect(60, () => {
      throw invoicingUnavailable()
    })
    expect(calls)
      .to.be.at.least(MAX_FAILURES)
      .and.below(MAX_FAILURES + 4)
    expect([reasons.length, reasons[0], reasons.at(-1)]).to.deep.equal([60, 'disconnected', 'not_asked'])
  })

  it('are asked for a minute at most', async () => {
    const reasons = await collect(30, () => clock.advance(MAX_ASKING_MS / 2))
    expect(calls).to.be.below(10)
    expect([reasons.length, reasons.at(-1)]).to.deep.equal([30, 'not_asked'])
  })

  it('are not asked for after the reader left', async () => {
    const gone = new AbortController()
    expect(await collect(30, () => gone.abort(), gone.signal)).to.deep.equal([])
    expect(calls).to.equal(4)
  })

  it('are not listed as missing when it is our own database that failed', async () => {
    const failed = await collect(30, () => {
      throw new Error('the database broke')
    }).catch(String)
    expect(failed).to.equal('Error: the database broke')
  })
})
