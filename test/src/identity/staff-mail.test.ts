import { AcceptInvitation } from '@paylink/core/identity/accept-invitation'
import { ChangePassword } from '@paylink/core/identity/change-password'
import { InviteUser } from '@paylink/core/identity/invite-user'
import { ReadInvitation } from '@paylink/core/identity/read-invitation'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { SECURITY_TOPICS } from '@paylink/core/identity/security-notices'
import { ShowEmail } from '@paylink/core/letters/show-email'
import { Emails } from '@paylink/core/mail/emails.repository'
import { letterWords } from '@paylink/core/letters/letter-words'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailServer } from '../support/mail-server.js'
import { SENDER } from '../support/mail-shop.js'
import { PASSWORD, People, placeAt, type SignedIn } from '../support/people.js'

/** The text part, as the mail program shows it. */
function textIn(raw: string): string {
  const [, encoding = '', body = ''] =
    /text\/plain[^]*?Content-Transfer-Encoding: (\S+)[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(raw) ?? []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

for (const engine of ENGINES) {
  describe(`mails to the people of a merchant on ${engine}`, () => {
    let paylink: TestAppliance
    let server: MailServer
    let people: People
    let owner: SignedIn

    before(async () => {
      server = await MailServer.start()
      paylink = await TestAppliance.start(engine, { smtpUrl: server.url, mailFrom: SENDER })
      people = new People(paylink)
      owner = await people.owner()
    })
    after(async () => {
      await paylink.stop()
      await server.stop()
    })

    const operator = () => actForAccount(OPERATOR, paylink.account.id)

    /** The newest to an address that includes a text: an invitation may arrive before it or not at all. */
    const mailTo = async (address: string, text = ''): Promise<string> => {
      const isIt = ({ raw }: { raw: string }): boolean => raw.includes(`To: ${address}`) && textIn(raw).includes(text)
      const found = await eventually(
        () => Promise.resolve(server.mails.filter(isIt)),
        (mails) => mails.length > 0,
      )
      return found.at(-1)?.raw ?? ''
    }

    const rowsTo = (recipient: string): Promise<any[]> => paylink.db('email_deliveries').where({ recipient })

    it('an invitation is mailed with its address, which works, and is kept without it', async () => {
      const invite = paylink.container.get(InviteUser)
      const { address, isMailed } = await invite.run(operator(), { email: 'ana@tienda.example', role: 'cashier' })
      expect(isMailed).to.equal(true)
      const raw = await mailTo('ana@tienda.example')
      const text = textIn(raw)
      expect(text).to.include(address).and.to.include('Caja').and.to.include('Te invitaron')
      expect(raw).not.to.match(/List-Unsubscribe|Reply-To/i)
      const [row] = await eventually(
        () => rowsTo('ana@tienda.example'),
        ([one]) => one?.status === 'sent',
      )
      expect(row).to.include({ kind: 'invitation', account_id: paylink.account.id })
      expect(Boolean(row.livemode)).to.equal(true)
      expect(JSON.stringify(row)).not.to.include(People.tokenIn(address))
      expect(row.body_text).to.include('/dashboard/invitation/…')
      const email = await paylink.container.get(Emails).find(paylink.account.id, row.id)
      const shown = email && (await paylink.container.get(ShowEmail).run(email))
      expect(JSON.stringify(shown)).not.to.include(People.tokenIn(address))
      const input = { name: 'Ana', password: PASSWORD }
      const accept = paylink.container.get(AcceptInvitation)
      expect(await accept.run(People.tokenIn(address), 'invitation', input, placeAt())).not.to.equal(undefined)
    })

    it('a reset is mailed to a user alone; the answer is the same for every address', async () => {
      const requestReset = paylink.container.get(RequestReset)
      expect(await requestReset.byMail(' LUPITA@tienda.example', placeAt())).to.equal(0)
      expect(await requestReset.byMail('no-one@tienda.example', placeAt())).to.equal(0)
      expect(await requestReset.byMail('not an address\0', placeAt())).to.equal(0)
      const text = textIn(await mailTo('lupita@tienda.example', '/dashboard/reset/'))
      const [address = ''] = /http\S+\/dashboard\/reset\/\S+/.exec(text) ?? []
      const found = await paylink.container.get(ReadInvitation).find(People.tokenIn(address), 'reset')
      expect(found).to.include({ userId: owner.session.user.id, invitedBy: 'paylink' })
      expect(await rowsTo('no-one@tienda.example')).to.deep.equal([])
    })

    it('a reset is mailed three times, then once in ten minutes, and the answer does not tell', async () => {
      const requestReset = paylink.container.get(RequestReset)
      await people.join('beto@tienda.example', 'viewer')
      const resets = async (): Promise<number> =>
        (await rowsTo('beto@tienda.example')).filter(({ kind }) => kind === 'reset').length
      const before = await resets()
      for (let index = 0; index < 5; index++) {
        expect(await requestReset.byMail('beto@tienda.example', placeAt(`100.64.1.${index}`))).to.equal(0)
      }
      expect((await resets()) - before).to.equal(3)
      paylink.clock.advance(10 * 60_000)
      await requestReset.byMail('beto@tienda.example', placeAt())
      expect((await resets()) - before).to.equal(4)
    })

    it('a changed password is told to the person, in their language', async () => {
      const eva = await people.join('eva@tienda.example', 'admin')
      await paylink.change('users', eva.session.user.id, { locale: 'en' })
      await paylink.container.get(ChangePassword).run(eva.session, 'another password of hers', placeAt())
      const raw = await mailTo('eva@tienda.example', 'Your password was changed.')
      expect(raw).to.match(/Subject: .*sign-in/)
      expect(textIn(raw)).to.include('/dashboard/settings/security')
    })

    it('an address that unsubscribed from payment mails still gets a reset', async () => {
      await people.join('dani@tienda.example', 'viewer')
      await paylink.writer('email_suppressions').insert({
        ...{ account_id: paylink.account.id, livemode: true, address: 'dani@tienda.example' },
        ...{ reason: 'unsubscribed', delivery_id: 'eml_none', created_at: paylink.clock.now().toISOString() },
      })
      await paylink.container.get(RequestReset).byMail('dani@tienda.example', placeAt('100.64.2.1'))
      expect(await mailTo('dani@tienda.example', '/dashboard/reset/')).not.to.equal('')
    })
  })
}

describe('the words of mails to people of a merchant', () => {
  it('name every change in both languages', () => {
    for (const locale of ['es-MX', 'en'] as const) {
      const { topics } = letterWords(locale).staff.security
      expect(Object.keys(topics).sort()).to.deep.equal([...SECURITY_TOPICS].sort())
    }
  })
})
