import { expect } from 'chai'
import { EmailChangeAddresses } from '@paylink/core/identity/email-change-addresses'
import type { Side } from '@paylink/core/identity/email-change'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { ResetPassword } from '@paylink/core/identity/reset-password'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { eventually, TestAppliance } from '../support/appliance.js'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MailServer } from '../support/mail-server.js'
import { SENDER } from '../support/mail-shop.js'
import { People, placeAt } from '../support/people.js'

const SECURITY = '/dashboard/settings/security'
const EMAIL = `${SECURITY}/email`
const DAY = 24 * 3600_000

for (const engine of ENGINES) {
  describe(`changing one's email address on ${engine}`, () => {
    let paylink: TestAppliance
    let server: MailServer
    let person: ShopPerson
    let turn = 0
    let to: string

    before(async () => {
      server = await MailServer.start()
      paylink = await TestAppliance.start(engine, { smtpUrl: server.url, mailFrom: SENDER })
      paylink.clock.stop()
    })
    after(async () => {
      await paylink.stop()
      await server.stop()
    })
    beforeEach(async () => {
      person = await ShopPerson.signIn(paylink, 'cashier')
      to = `nueva${++turn}@tienda.example`
    })

    const ask = (email = to): Promise<PageReply> => person.send(EMAIL, { email })
    const changes = (): Promise<any[]> => paylink.db('email_changes').where({ user_id: person.userId }).orderBy('id')
    const addressOf = async (side: Side): Promise<string> =>
      paylink.container.get(EmailChangeAddresses).addressOf((await changes()).at(-1).id, side)
    const visitor = (): ShopPerson => person.withCookie('')
    const press = async (side: Side, who = visitor(), act = ''): Promise<PageReply> =>
      who.post((await addressOf(side)) + act, {})
    const user = () => paylink.db('users').where({ id: person.userId }).first()
    const location = ({ headers }: PageReply) => headers.get('location')
    const acts = (): Promise<string[]> => new People(paylink).acts(person.userId)
    const mailsTo = (address: string) => server.mails.filter(({ raw }) => raw.includes(`To: ${address}`))

    it('takes the consent of both mailboxes, and tells both', async () => {
      const { email: former } = await user()
      expect(location(await ask())).to.equal(`${SECURITY}?saved=email_asked`)
      expect((await person.get(SECURITY)).text).to.include(`Falta confirmar el cambio a ${to}`)
      const [asked, askedFormer] = await Promise.all(
        [to, former].map((address) =>
          eventually(
            () => Promise.resolve(mailsTo(address)),
            (mails) => mails.length > 0,
          ),
        ),
      )
      for (const [mails, side] of [
        [asked, 'new'],
        [askedFormer, 'former'],
      ] as const) {
        const plain = (mails?.[0]?.raw ?? '').replace(/=\r\n/g, '')
        expect(plain, side).to.include((await addressOf(side)).split('.').at(-1))
      }
      const half = await press('former')
      expect([half.status, half.text.includes('Falta el otro correo')]).to.deep.equal([200, true])
      expect(await user()).to.include({ email: former })
      const done = await press('new', person)
      expect(done.text).to.include(`Desde ahora se entra con ${to}`)
      expect(await user()).to.include({ email: to, email_key: to })
      await eventually(
        () => Promise.resolve([mailsTo(to), mailsTo(former)]),
        (both) => both.every((mails) => mails.length === 2),
      )
      expect(await acts()).to.deep.equal(['user.email_changed', 'user.email_change_requested', 'user.signed_in'])
      const kept = JSON.stringify([await paylink.db('email_deliveries'), await paylink.db('email_changes')])
      expect(kept).to.include('/dashboard/email-change/…')
      expect(kept).not.to.include((await addressOf('new')).split('.').at(-1))
    })

    it('ends all sessions but that of the browser which gave the last consent', async () => {
      const [people, email] = [new People(paylink), `eva${turn}@tienda.example`]
      const other = await people.join(email, 'viewer')
      await ask()
      const stranger = await ShopPerson.signIn(paylink)
      await press('new', stranger)
      await press('former', stranger)
      expect((await person.get(SECURITY)).status, 'pressed elsewhere').to.equal(303)
      expect(await people.find(other.token), 'of another person').not.to.equal(undefined)
      person = await ShopPerson.signIn(paylink)
      await ask(`otra${turn}@tienda.example`)
      await press('new', person)
      await press('former', person)
      expect((await person.get(SECURITY)).status, 'pressed here').to.equal(200)
    })

    it('agrees to nothing when an address is only opened', async () => {
      await ask()
      for (const side of ['former', 'new'] as const) {
        for (const method of ['GET', 'HEAD'])
          expect((await fetch(await addressOf(side), { method })).status).to.equal(200)
      }
      expect((await changes())[0]).to.include({ former_agreed_at: null, new_agreed_at: null, done_at: null })
      const foreign = await fetch(await addressOf('new'), {
        method: 'POST',
        headers: { Origin: 'https://evil.example' },
      })
      expect(foreign.status).to.equal(403)
    })

    it('makes the change once, when both mailboxes agree at once or a button is pressed twice', async () => {
      await ask()
      const presses = await Promise.all([press('former'), press('new'), press('former'), press('new')])
      expect(presses.filter(({ text }) => text.includes('El correo cambió'))).to.have.length(1)
      expect((await acts()).filter((action) => action === 'user.email_changed')).to.have.length(1)
      expect(await user()).to.include({ email: to })
    })

    it('answers the same for a used, withdrawn, old or made-up address', async () => {
      await ask()
      const [former, fresh] = [await addressOf('former'), await addressOf('new')]
      const swapped = `${former.split('.').slice(0, -1).join('.')}.${'0'.repeat(32)}`
      const unknown = await visitor().get(swapped)
      await press('former')
      await press('new')
      for (const address of [former, fresh, swapped, `${former}/x`.replace('/x', '0')]) {
        const reply = await visitor().get(address)
        expect([reply.status, reply.text], address).to.deep.equal([404, unknown.text])
        expect((await visitor().post(address, {})).status).to.equal(404)
      }
      await ask(`tarde${turn}@tienda.example`).catch(() => undefined)
      person = await ShopPerson.signIn(paylink)
      await ask(`tarde${turn}@tienda.example`)
      const late = await addressOf('new')
      paylink.clock.advance(DAY)
      expect((await visitor().post(late, {})).status).to.equal(404)
    })

    it('is withdrawn by a second request, from the page, and by the former mailbox alone', async () => {
      await ask()
      const first = await addressOf('new')
      const other = `b${to}`
      await ask(other)
      expect((await visitor().get(first)).status).to.equal(404)
      expect((await press('new', visitor(), '/refuse')).status, 'the new mailbox').to.equal(404)
      const refused = await press('former', visitor(), '/refuse')
      expect(refused.text).to.include('Se canceló').and.to.include('cambia tu contraseña')
      expect((await press('new')).status).to.equal(404)
      await ask(to)
      const cancel = await person.form(SECURITY, '/email/cancel')
      expect(location(await person.post(cancel.action, cancel.fields))).to.equal(`${SECURITY}?saved=email_canceled`)
      expect((await person.post(cancel.action, cancel.fields)).status, 'a second press').to.equal(404)
      expect((await user()).email).to.equal(`${person.userId}@tienda.example`)
      expect((await acts()).filter((action) => action === 'user.email_change_canceled')).to.have.length(2)
    })

    it('refuses a wrong address, the present one, one that is taken, and too many', async () => {
      const taken = await ShopPerson.signIn(paylink, 'viewer')
      for (const [email, message] of [
        ['nowhere', 'Escribe un correo'],
        [` ${person.userId}@TIENDA.example `, 'Ese es el que ya tienes'],
        [`${taken.userId}@tienda.example`, 'Ese correo ya tiene acceso'],
      ] as const) {
        const reply = await ask(email)
        expect([reply.status, reply.text.includes(message)], message).to.deep.equal([422, true])
      }
      for (let count = 0; count < 5; count++) await ask(`x${count}${to}`)
      const reply = await ask(`y${to}`)
      expect(reply.status).to.equal(429)
      expect(Number(reply.headers.get('retry-after'))).to.be.above(0)
    })

    it('fails without a change if another person has taken the address meanwhile', async () => {
      await ask()
      await press('new')
      await new People(paylink).join(to, 'viewer')
      const reply = await press('former')
      expect(reply.text).to.include('Ese correo ya no se puede usar')
      expect((await user()).email).to.equal(`${person.userId}@tienda.example`)
      expect((await press('former')).status).to.equal(404)
    })

    it('ends with a new password: what an intruder asked for does not outlive them', async () => {
      await ask()
      await press('new')
      const { container } = paylink
      const { email } = await user()
      const operator = actForAccount(OPERATOR, paylink.account.id)
      const { address } = await container.get(RequestReset).forMember(operator, email, { clearsSecondFactor: false })
      await container.get(ResetPassword).run(People.tokenIn(address), 'otra clave muy larga', placeAt())
      expect((await press('former')).status).to.equal(404)
      expect((await user()).email).to.equal(email)
      expect((await changes())[0])
        .to.include({ done_at: null })
        .and.have.property('withdrawn_at')
        .that.is.not.equal(null)
    })

    it('asks for a proof of identity first, and ends with the removal of the person', async () => {
      const { action, fields } = await person.form(EMAIL, '/email')
      paylink.clock.advance(11 * 60_000)
      expect(location(await person.get(EMAIL))).to.match(/\/confirm\?next=/)
      expect(location(await person.post(action, { ...fields, email: to }))).to.match(/\/confirm\?next=/)
      expect(await changes()).to.have.length(0)
      person = await ShopPerson.signIn(paylink)
      await ask()
      await paylink.change('users', person.userId, { email_key: null, disabled_at: paylink.clock.now().toISOString() })
      expect((await press('new')).status).to.equal(404)
    })
  })
}

describe('changing one’s email address without a mail server', () => {
  it('is refused in words that name who can help', async () => {
    const paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')
    try {
      const person = await ShopPerson.signIn(paylink, 'viewer', undefined, 'en')
      const { text, html } = await person.get(EMAIL)
      expect(text).to.include('There is no mail server here')
      expect(html).not.to.include('name="email"')
      const { fields } = await person.form(SECURITY, '/language')
      const forged = await person.post(EMAIL, { csrf: fields['csrf'] ?? '', email: 'ana@tienda.example' })
      expect(forged.text).to.include('There is no mail server here')
      expect(await paylink.db('email_changes')).to.have.length(0)
    } finally {
      await paylink.stop()
    }
  })
})
