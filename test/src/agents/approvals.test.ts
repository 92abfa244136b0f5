import { AskPerson, type Question } from '@paylink/core/agents/ask-person'
import type { Approval } from '@paylink/core/agents/approval'
import { Approvals } from '@paylink/core/agents/approvals.repository'
import { DecideApproval } from '@paylink/core/agents/decide-approval'
import { ReadApprovals } from '@paylink/core/agents/read-approvals'
import { TidyAgents } from '@paylink/core/agents/tidy-agents'
import type { AccountPrincipal } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { Emails } from '@paylink/core/mail/emails.repository'
import { ObsoleteEmailError, RenderEmail } from '@paylink/core/mail/render-email'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, MINUTE } from '../support/links.js'
import { MailServer } from '../support/mail-server.js'
import { SENDER } from '../support/mail-shop.js'
import { People, type SignedIn } from '../support/people.js'

const LINK = { title: 'Pastel', items: [{ name: 'Pastel', quantity: 1, unitPriceCentavos: 50_000 }] }

for (const engine of ENGINES) {
  describe(`calls of agents that a person approves, on ${engine}`, () => {
    let paylink: TestAppliance
    let server: MailServer
    let people: People
    let owner: SignedIn
    let count = 0

    before(async () => {
      server = await MailServer.start()
      paylink = await TestAppliance.start(engine, { smtpUrl: server.url, mailFrom: SENDER })
      paylink.clock.stop()
      people = new People(paylink)
      owner = await people.owner()
    })
    after(async () => {
      await paylink.stop()
      await server.stop()
    })

    /** A key of its own for each test, so that those that wait do not add up. */
    async function agent(): Promise<AccountPrincipal> {
      const { key } = await paylink.newKey({ name: `Mostrador ${++count}`, scopes: ['links:write'] })
      const { accountId, livemode, scopes } = key
      return { surface: 'mcp', who: { kind: 'key', id: key.id }, accountId, livemode, scopes }
    }

    const person = (): AccountPrincipal => ({
      ...{ surface: 'dashboard', who: { kind: 'user', id: owner.session.user.id }, scopes: null },
      ...{ accountId: paylink.account.id, livemode: false },
    })

    const questionOf = (idempotencyKey: string, changes: Partial<Question> = {}): Question => ({
      ...{ client: 'claude-ai 1.0', operation: 'create_payment_link', idempotencyKey },
      ...{ arguments: LINK, argumentsHash: 'a'.repeat(64), ...changes },
    })

    const ask = (who: AccountPrincipal, idempotencyKey = 'k-1', changes: Partial<Question> = {}): Promise<Approval> =>
      paylink.container.get(AskPerson).run(who, questionOf(idempotencyKey, changes))

    const refusalOf = async (act: Promise<unknown>): Promise<string> => {
      try {
        await act
      } catch (error) {
        if (error instanceof Problem) return error.code
        throw error
      }
      return 'none'
    }

    const decide = (id: string, status: 'granted' | 'declined', who = person()) =>
      paylink.container.get(DecideApproval).run(who, id, status, 'a'.repeat(64))

    const mailsOf = ({ id }: Approval): Promise<any[]> =>
      paylink.db('email_deliveries').where('once', 'like', `approval:test:${id}:%`).orderBy('recipient')

    it('are asked once per idempotency key, also when five ask at once, with one mail to each who can decide', async () => {
      const admin = await people.join('eva@tienda.example', 'admin')
      await paylink.change('users', admin.session.user.id, { locale: 'en' })
      await people.join('caja@tienda.example', 'cashier')
      await people.join('mira@tienda.example', 'viewer')
      const left = await people.join('sele@tienda.example', 'admin')
      await paylink.change('users', left.session.user.id, { disabled_at: new Date().toISOString(), email_key: null })
      const who = await agent()
      const approvals = await Promise.all([1, 2, 3, 4, 5].map(() => ask(who)))
      const again = await ask(who)
      const [approval] = approvals
      if (!approval) throw new Error('nothing was asked')
      expect(new Set([...approvals, again].map(({ id }) => id)).size).to.equal(1)
      const rows = await mailsOf(approval)
      expect(rows.map((row) => [row.recipient, row.subject])).to.deep.equal([
        ['eva@tienda.example', `${paylink.account.name}: an agent asks for your approval: create a payment link`],
        ['lupita@tienda.example', `${paylink.account.name}: un agente pide tu permiso: crear un enlace de pago`],
      ])
      expect(Boolean(rows[0].livemode), 'really sent, although it is about test mode').to.equal(true)
      const sent = await eventually(
        () => Promise.resolve(server.mails.filter(({ raw }) => /agent/.test(raw))),
        (mails) => mails.length === 2,
      )
      const address = `${paylink.url}/dashboard/test/settings/approvals/${approval.id}`
      for (const mail of sent) {
        const { html, text } = await PostalMime.parse(mail.raw)
        for (const body of [html, text]) expect(body).to.include(address).and.to.include('Mostrador')
      }
    })

    it('are not mailed while another of the same agent waits', async () => {
      const who = await agent()
      const first = await ask(who, 'first')
      expect((await mailsOf(first)).length).to.be.greaterThan(0)
      const second = await ask(who, 'second')
      expect(await mailsOf(second)).to.deep.equal([])
      expect((await mailsOf(await ask(await agent(), 'first'))).length, 'of another agent').to.be.greaterThan(0)
    })

    it('are no longer mailed once they are decided, nor to a person who may no longer decide', async () => {
      const beto = await people.join('beto@tienda.example', 'admin')
      const approval = await ask(await agent())
      const render = async (recipient: string): Promise<string> => {
        const row = (await mailsOf(approval)).find((mail) => mail.recipient === recipient)
        const email = await paylink.container.get(Emails).find(paylink.account.id, row.id)
        if (!email) throw new Error('there is no such mail')
        try {
          return (await paylink.container.get(RenderEmail).renderForSending(email)).letter.text
        } catch (error) {
          if (error instanceof ObsoleteEmailError) return error.message
          throw error
        }
      }
      expect(await render('beto@tienda.example')).to.include('Hola, beto:')
      await paylink.change('users', beto.session.user.id, { role: 'viewer' })
      expect(await render('beto@tienda.example')).to.include('can no longer decide')
      expect(await render('lupita@tienda.example')).to.include('Hola, Lupita:')
      await decide(approval.id, 'declined')
      expect(await render('lupita@tienda.example')).to.include('was decided')
    })

    it('of other arguments under the same key are refused', async () => {
      const who = await agent()
      await ask(who)
      expect(await refusalOf(ask(who, 'k-1', { argumentsHash: 'b'.repeat(64) }))).to.equal('idempotency_key_reuse')
      const other = await agent()
      expect((await ask(other, 'k-1', { argumentsHash: 'b'.repeat(64) })).holder, 'of another agent').to.equal(
        `key:${(other.who as { id: string }).id}`,
      )
    })

    it('are decided once: a second decision changes nothing, and says so', async () => {
      const { id, argumentsHash } = await ask(await agent())
      const decisions = await Promise.all([
        decide(id, 'granted'),
        decide(id, 'declined'),
        decide(id, 'granted'),
        decide(id, 'declined'),
      ])
      expect(decisions.filter(({ isNew }) => isNew).length).to.equal(1)
      expect(new Set(decisions.map(({ approval }) => approval.status)).size).to.equal(1)
      const acts = await paylink.db('audit_entries').where({ target: id })
      expect(acts.map(({ action }) => action)).to.deep.equal([`approval.${decisions[0]?.approval.status}`])
      expect(JSON.stringify(acts[0]?.details)).to.include(argumentsHash)
      expect(JSON.stringify(acts[0]?.details), 'the audit log is not a copy of the arguments').not.to.include('Pastel')
    })

    it('are decided about what the person saw, and nothing else', async () => {
      const { id } = await ask(await agent())
      const act = paylink.container.get(DecideApproval).run(person(), id, 'granted', 'b'.repeat(64))
      expect(await refusalOf(act)).to.equal('validation_error')
      expect((await paylink.container.get(ReadApprovals).one(person(), id)).state).to.equal('pending')
    })

    it('are those of one account and mode', async () => {
      const { id } = await ask(await agent())
      expect(await refusalOf(decide(id, 'granted', { ...person(), livemode: true }))).to.equal('not_found')
      expect(await refusalOf(decide(id, 'granted', { ...person(), accountId: 'acc_other' }))).to.equal('not_found')
      expect(await refusalOf(decide('appr_none', 'granted'))).to.equal('not_found')
    })

    it('end after a day, decided or not: the same call is asked, and mailed, anew', async () => {
      const who = await agent()
      const waiting = await ask(who)
      const granted = await ask(who, 'k-2')
      await decide(granted.id, 'granted')
      paylink.clock.advance(DAY - MINUTE)
      expect((await ask(who)).id).to.equal(waiting.id)
      expect((await ask(who, 'k-2')).status).to.equal('granted')
      paylink.clock.advance(MINUTE)
      expect((await decide(waiting.id, 'granted')).isNew, 'too late').to.equal(false)
      const anew = await ask(who, 'k-1', { argumentsHash: 'c'.repeat(64) })
      expect(anew.id).not.to.equal(waiting.id)
      expect(anew.status).to.equal('pending')
      expect((await mailsOf(anew)).length).to.be.greaterThan(0)
      expect((await ask(who, 'k-2')).status, 'a consent ends').to.equal('pending')
    })

    it('wait twenty at most per agent', async () => {
      const who = await agent()
      for (let index = 1; index <= 20; index++) await ask(who, `k-${index}`)
      expect(await refusalOf(ask(who, 'k-21'))).to.equal('rate_limited')
      expect((await ask(who, 'k-3')).status, 'one that was asked already').to.equal('pending')
      await decide((await ask(who, 'k-3')).id, 'declined')
      expect((await ask(who, 'k-21')).status).to.equal('pending')
      expect((await ask(await agent(), 'k-1')).status, 'of another agent').to.equal('pending')
    })

    it('are listed: those that wait, the oldest first, and the last decided', async () => {
      paylink.clock.advance(2 * DAY)
      const who = await agent()
      const asked: Approval[] = []
      for (const key of ['k-1', 'k-2', 'k-3', 'k-4']) {
        paylink.clock.advance(MINUTE)
        asked.push(await ask(who, key))
      }
      const [one, two, three, four] = asked.map(({ id }) => id)
      await decide(two ?? '', 'granted')
      await decide(three ?? '', 'declined')
      const read = paylink.container.get(ReadApprovals)
      const [pending, decided] = await Promise.all([read.pending(person()), read.past(person())])
      expect(pending.map(({ id }) => id)).to.deep.equal([one, four])
      expect(decided.slice(0, 2).map(({ id, state }) => [id, state])).to.deep.equal([
        [three, 'declined'],
        [two, 'granted'],
      ])
      expect(decided[1]?.decidedBy).to.equal(`user:${owner.session.user.id}`)
    })

    it('are deleted a month after they ended, with their arguments', async () => {
      const { id } = await ask(await agent())
      const tidy = () => paylink.container.get(TidyAgents).run()
      const isThere = async () => (await paylink.container.get(Approvals).find(person(), id)) !== undefined
      paylink.clock.advance(31 * DAY - MINUTE)
      await tidy()
      expect(await isThere()).to.equal(true)
      paylink.clock.advance(2 * MINUTE)
      await tidy()
      expect(await isThere()).to.equal(false)
    })
  })
}
