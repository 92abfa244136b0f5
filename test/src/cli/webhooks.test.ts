import { once } from 'node:events'
import { connect } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn, spawnCommand } from '../support/command.js'
import { answering, Receiver, verifies } from '../support/receiver.js'

const ALL = [
  ...['payment.succeeded', 'payment.failed', 'payment.canceled', 'payment_link.paid', 'payment_link.disabled'],
  ...['payment.invoiced', 'payment.invoice_cancelled'],
]

/** Commands do not depend on the engine, and take a second each; webhooks/ tests the effects on both. */
describe('paylink webhooks, while the server runs (R143–R144, R257)', () => {
  let site: Installation
  let key: string
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    site = await Installation.make('sqlite', { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' })
    key = keyIn((await site.start('up')).said.stdout) ?? ''
  })
  after(async () => {
    await site.remove()
    await receiver.stop()
  })

  /** An event, at once: the link is disabled. */
  async function event(): Promise<any> {
    const link = (await site.createLink(key)).body
    return (await site.call('POST', `/v1/payment_links/${link.id}/disable`, key, {})).body
  }
  const create = (path: string, ...more: string[]): Promise<any> =>
    site.ask('webhooks', 'create', '--mode', 'test', '--url', receiver.url(path), ...more)
  const delivered = (id: string): Promise<any[]> =>
    eventually(
      () => site.ask('webhooks', 'deliveries', id),
      (all) => all.length > 0 && all.every(({ status }: { status: string }) => status === 'delivered'),
    )

  it('creates an endpoint whose secret is shown once, and lists what was sent to it', async () => {
    const created = await create('/first', '--events', 'payment_link.disabled,payment.succeeded')
    expect(created).to.have.all.keys('id', 'url', 'mode', 'events', 'secret')
    expect(created).to.include({ url: receiver.url('/first'), mode: 'test' })
    expect(created.events).to.deep.equal(['payment.succeeded', 'payment_link.disabled'])
    expect(created.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)

    const link = await event()
    const [came] = await receiver.came('/first', 1)
    expect(came?.event.data.object).to.deep.equal(link)
    expect(verifies(created.secret, came!)).to.equal(true)

    const [delivery] = await delivered(created.id)
    expect(delivery).to.include({ eventId: came?.event.id, type: 'payment_link.disabled', nextAttemptAt: null })
    expect(delivery.attempts).to.have.length(1)
    expect(delivery.attempts[0]).to.include({ status: 200, error: null })
    expect(delivery.attempts[0].ms).to.be.within(0, 10_000)
    const listed = await site.run('webhooks', 'list', '--json')
    expect(listed.json[0]).to.include({ id: created.id, status: 'enabled', failingSince: null })
    expect(listed.stdout).not.to.include(created.secret)
  })

  it('gets every event unless it lists some', async () => {
    expect((await create('/all')).events).to.deep.equal(ALL)
  })

  it('signs with both secrets for a day after a rotation, and with the new one alone in an emergency', async () => {
    const { id, secret } = await create('/rotated')
    const rotated = await site.ask('webhooks', 'rotate-secret', id)
    expect(rotated).to.include({ id, mode: 'test' })
    await event()
    const [both] = await receiver.came('/rotated', 1)
    expect([secret, rotated.secret].map((one) => verifies(one, both!))).to.deep.equal([true, true])
    const sudden = await site.ask('webhooks', 'rotate-secret', id, '--overlap', '0')
    await event()
    const [, last] = await receiver.came('/rotated', 2)
    expect([secret, rotated.secret, sudden.secret].map((one) => verifies(one, last!))).to.deep.equal([
      false,
      false,
      true,
    ])
  })

  it('updates URL or events, each alone', async () => {
    const { id, secret } = await create('/before', '--events', 'payment_link.disabled')
    const moved = await site.ask('webhooks', 'update', id, '--url', receiver.url('/after'))
    expect(moved).to.include({ id, url: receiver.url('/after'), status: 'enabled' })
    expect(moved.events).to.deep.equal(['payment_link.disabled'])
    await event()
    const [came] = await receiver.came('/after', 1)
    expect(verifies(secret, came!)).to.equal(true)
    const changed = await site.ask('webhooks', 'update', id, '--events', 'payment.refunded')
    expect(changed.events).to.deep.equal(['payment.refunded'])
    expect(changed.url).to.equal(receiver.url('/after'))
    const nothing = await site.run('webhooks', 'update', id, '--json')
    expect([nothing.code, nothing.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 2 && /--url/.test(said),
    )
    expect((await site.run('webhooks', 'update', id, '--events', 'payment.made', '--json')).code).to.equal(2)
    await site.ask('webhooks', 'delete', id)
  })

  it('pings: prints the answer, and exits 1 unless it is a 2xx', async () => {
    const { id, secret } = await create('/ping')
    expect(await site.ask('webhooks', 'ping', id)).to.include({
      endpointId: id,
      delivered: true,
      status: 200,
      error: null,
    })
    const [came] = await receiver.came('/ping', 1)
    expect(came!.event.type).to.equal('ping')
    expect(verifies(secret, came!)).to.equal(true)
    receiver.conduct('/ping', answering(503, {}, 'closed'))
    const refused = await site.run('webhooks', 'ping', id, '--json')
    expect(refused.code).to.equal(1)
    expect(refused.json).to.include({ delivered: false, status: 503, answer: 'closed' })
    expect(refused.stderr).to.match(/answered 503/)
    await site.ask('webhooks', 'delete', id)
  })

  it('deletes an endpoint: the id is gone, and it gets nothing more', async () => {
    const { id } = await create('/deleted')
    expect(await site.ask('webhooks', 'delete', id)).to.have.all.keys('id', 'deletedAt')
    await event()
    const listed: { id: string }[] = await site.ask('webhooks', 'list')
    expect(listed.map((endpoint) => endpoint.id)).not.to.include(id)
    for (const command of ['delete', 'ping', 'enable', 'deliveries', 'rotate-secret']) {
      expect((await site.run('webhooks', command, id, '--json')).code, command).to.equal(1)
    }
    expect(receiver.at('/deleted')).to.deep.equal([])
  })

  it('sends nothing to a disabled endpoint, and resends what it missed on request', async () => {
    const { id } = await create('/off')
    expect(await site.ask('webhooks', 'disable', id)).to.include({ status: 'disabled', disabledReason: 'operator' })
    await event()
    const refused = await site.run('webhooks', 'resend', '--failed', '--endpoint', id)
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.match(/enable/)
    expect(await site.ask('webhooks', 'enable', id)).to.include({ status: 'enabled', disabledReason: null })
    expect(receiver.at('/off')).to.deep.equal([])
    expect(await site.ask('webhooks', 'resend', '--failed', '--endpoint', id)).to.deep.equal([
      { endpointId: id, events: 1 },
    ])
    const [came] = await receiver.came('/off', 1)
    await delivered(id)
    const [again] = await site.ask('webhooks', 'resend', came?.event.id, '--endpoint', id)
    expect(again).to.deep.equal({ endpointId: id, events: 1 })
    const [, same] = await receiver.came('/off', 2)
    expect(same?.body).to.equal(came?.body)
  })

  it('tells the operator about an endpoint that answers 410', async () => {
    receiver.conduct('/gone', answering(410))
    const { id } = await create('/gone')
    await event()
    await eventually(
      () => site.ask('webhooks', 'list'),
      (all) => all.some((one: any) => one.id === id && one.disabledReason === 'gone'),
    )
    const doctor = await site.run('doctor', '--json')
    expect(doctor.code).to.equal(0)
    expect(doctor.stdout).to.include(`paylink webhooks enable ${id}`)
    const audit = await site.ask('audit', 'list')
    expect(audit[0]).to.include({ action: 'webhook_endpoint.disabled', target: id, actor: 'paylink' })
  })

  it('refuses an invalid or forbidden address, and says why', async () => {
    const refused = ['nonsense', 'http://169.254.169.254/latest', 'https://user:pass@example.com/']
    const answers = await Promise.all(
      refused.map((url) => site.run('webhooks', 'create', '--mode', 'test', '--url', url)),
    )
    for (const { code, stdout, stderr } of answers) {
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
      expect(stderr).to.match(/^url: .+\n$/)
    }
  })

  it('accepts only public https addresses, unless the operator allows others', async () => {
    const env = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '0' }
    const refused = [receiver.url(), 'http://example.com/', 'https://[::ffff:10.0.0.1]/']
    const answers = await Promise.all(
      refused.map((url) => site.runWith(env, ['webhooks', 'create', '--mode', 'test', '--url', url])),
    )
    for (const { code, stderr } of answers) {
      expect(code).to.equal(1)
      expect(stderr).to.match(/^url: /)
    }
    const { code, json } = await site.runWith(env, [
      ...['webhooks', 'create', '--mode', 'live', '--url', 'https://203.0.112.7/hook', '--json'],
    ])
    expect(code).to.equal(0)
    expect(json).to.include({ mode: 'live', url: 'https://203.0.112.7/hook' })
  })

  it('does not see endpoints of other accounts', async () => {
    const strange = ['rotate-secret hook_1', 'disable hook_1', 'deliveries hook_1', 'resend evt_1']
    const answers = await Promise.all(strange.map((words) => site.run('webhooks', ...words.split(' '))))
    for (const { code, stderr } of answers) {
      expect(code).to.equal(1)
      expect(stderr).to.match(/no such|no endpoint/)
    }
  })

  it("listen forwards a mode's events to a developer's machine, and prints each with its answer", async () => {
    receiver.conduct('/dev', answering(500))
    const child = spawnCommand(['listen', '--mode', 'test', '--forward-to', receiver.url('/dev')], site.env)
    const said = { out: '', err: '' }
    child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
    try {
      const secret = await eventually(
        () => Promise.resolve(/whsec_\S+/.exec(said.err)?.[0]),
        (found) => found !== undefined,
      )
      await event()
      const [came] = await receiver.came('/dev', 1)
      expect(verifies(secret!, came!)).to.equal(true)
      await eventually(
        () => Promise.resolve(said.out),
        (text) => text.includes('answered 500'),
      )
      expect(said.out).to.include(came?.event.id).and.include('payment_link.disabled')
      // No endpoint, no delivery, no retry.
      const { reader, close } = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
      const endpoints = await reader('webhook_endpoints').whereLike('url', '%/dev')
      await close()
      expect(endpoints).to.deep.equal([])
    } finally {
      child.kill('SIGTERM')
    }
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })
})
