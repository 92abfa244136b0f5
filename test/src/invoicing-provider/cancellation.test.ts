import { expect } from 'chai'
import { adapter, rejection, Sandbox, scriptedContext, scriptedHttp, START } from './harness.js'

describe('cancelling an invoice at Facturapi', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = new Sandbox()
    await sandbox.start()
  })
  afterEach(() => sandbox.stop())

  const stamped = async () => {
    const { providerRef } = await sandbox.stamp()
    return { providerRef, invoiceId: 'inv_1' }
  }
  const cancel = (ref: { providerRef: string; invoiceId: string }) =>
    sandbox.provider.cancel({ ...ref, motivo: '02' }, sandbox.context())
  const look = (ref: { providerRef: string; invoiceId: string }) => sandbox.provider.retrieve(ref, sandbox.context())

  it('is requested with its motive, and done when the authority acknowledges it', async () => {
    const ref = await stamped()
    const asked = await cancel(ref)
    expect(asked).to.deep.include({ status: 'stamped', cancellation: 'pending' })
    expect(sandbox.requests.at(-1)).to.include({ method: 'DELETE', path: `/v2/invoices/${ref.providerRef}` })
    sandbox.pass(2)
    const over = await look(ref)
    expect(over).to.deep.include({ status: 'cancelled', cancelledAt: new Date(START + 2000).toISOString() })
    expect(over.uuid).to.equal(asked.uuid)
    expect(over.totalCentavos).to.equal(350_000)
  })

  it('may be acknowledged at once', async () => {
    await sandbox.behave({ cancelSeconds: '0' })
    expect((await cancel(await stamped())).status).to.equal('cancelled')
  })

  it('may wait for days', async () => {
    await sandbox.behave({ cancelSeconds: String(3 * 86_400) })
    const ref = await stamped()
    await cancel(ref)
    sandbox.pass(3 * 86_400 - 1)
    expect((await look(ref)).cancellation).to.equal('pending')
    sandbox.pass(1)
    expect((await look(ref)).status).to.equal('cancelled')
  })

  it('may be refused by the receiver, and requested again', async () => {
    await sandbox.behave({ cancelRefused: 'on' })
    const ref = await stamped()
    expect((await cancel(ref)).cancellation).to.equal('pending')
    sandbox.pass(2)
    expect(await look(ref)).to.deep.include({ status: 'stamped', cancellation: 'refused' })
    await sandbox.behave({ cancelSeconds: '0' })
    expect((await cancel(ref)).status).to.equal('cancelled')
  })

  it('costs one stamp, whatever the number of requests', async () => {
    const ref = await stamped()
    await sandbox.behave({ stamps: '1' })
    const all = await Promise.all([1, 2, 3].map(() => cancel(ref)))
    expect(all.map(({ cancellation }) => cancellation)).to.deep.equal(['pending', 'pending', 'pending'])
    expect((await rejection(sandbox.stamp({ invoiceId: 'inv_2' }))).info.httpStatus).to.equal(402)
    sandbox.pass(2)
    expect((await cancel(ref)).status, 'over already').to.equal('cancelled')
  })

  it('is unavailable when the plan is out of stamps', async () => {
    const ref = await stamped()
    await sandbox.behave({ stamps: '0' })
    expect((await rejection(cancel(ref))).fault).to.equal('unavailable')
    expect((await look(ref)).cancellation).to.equal('none')
  })

  it('is refused for an invoice that was never stamped', async () => {
    await sandbox.behave({ stampSeconds: '60' })
    const ref = await stamped()
    expect((await rejection(cancel(ref))).fault).to.equal('rejected')
  })

  const conflict = { ok: false, code: 'invoice_cancellation_in_progress', message: 'En proceso' }
  const refusal = { ok: false, code: 'invoice_not_cancelable', message: 'No se puede' }
  const invoice = (status: string, cancellation_status: string) => ({
    ...{ id: 'fa_1', livemode: false, external_id: 'inv_1', uuid: 'U', total: 1 },
    ...{ status, cancellation_status },
  })
  const looks = [
    [409, conflict, invoice('valid', 'pending'), 'pending'],
    [409, conflict, invoice('valid', 'verifying'), 'pending'],
    [409, conflict, invoice('valid', 'none'), 'unknown'],
    [400, conflict, invoice('valid', 'verifying'), 'pending'],
    [400, refusal, invoice('canceled', 'accepted'), 'cancelled'],
    [400, refusal, invoice('valid', 'pending'), 'pending'],
    [400, refusal, invoice('valid', 'none'), 'rejected'],
    [400, refusal, invoice('valid', 'rejected'), 'rejected'],
  ] as const
  for (const body of [conflict, refusal]) {
    it(`answered ${body.code} has an unknown outcome if the invoice cannot be read`, async () => {
      const { http } = scriptedHttp(({ method }) =>
        method === 'DELETE' ? { status: 409, body } : { status: 503, body: '' },
      )
      const asking = adapter.cancel({ providerRef: 'fa_1', invoiceId: 'inv_1', motivo: '03' }, scriptedContext(http))
      expect((await rejection(asking)).fault).to.equal('unknown')
    })
  }

  for (const [status, body, seen, expected] of looks) {
    it(`answered ${status} ${body.code} for one that is ${seen.status}/${seen.cancellation_status} is ${expected}`, async () => {
      const { http } = scriptedHttp(({ method }) =>
        method === 'DELETE' ? { status, body } : { status: 200, body: seen },
      )
      const asking = adapter.cancel({ providerRef: 'fa_1', invoiceId: 'inv_1', motivo: '03' }, scriptedContext(http))
      if (expected === 'unknown' || expected === 'rejected') expect((await rejection(asking)).fault).to.equal(expected)
      else {
        const { status: found, cancellation } = await asking
        expect(found === 'cancelled' ? found : cancellation).to.equal(expected)
      }
    })
  }
})
