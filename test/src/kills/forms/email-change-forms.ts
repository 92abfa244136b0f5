import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { SitePerson } from '../../support/site-person.js'
import type { FormAct } from './form-act.js'
import { type FormShop, SECURITY } from './form-shop.js'

const EMAIL = `${SECURITY}/email`
const REQUESTED = 'user.email_change_requested'
const CANCELED = 'user.email_change_canceled'
const CHANGED = 'user.email_changed'

interface Asked {
  person: SitePerson
  userId: string
  /** The address that they ask for. */
  to: string
}

/** A person who is about to ask for another address. */
async function beforeAsking(shop: FormShop): Promise<Asked> {
  await shop.forgetLimits()
  const { person, id: userId } = await shop.member('cashier')
  await person.signIn()
  return { person, userId, to: `nueva-${randomUUID()}@tienda.example` }
}

const formOf = ({ person, to }: Asked) => person.form(EMAIL, '/email', { email: to })

async function asked(shop: FormShop): Promise<Asked> {
  const change = await beforeAsking(shop)
  await change.person.send(await formOf(change))
  return change
}

/** The one-time address that a mailbox was sent. */
async function addressIn({ site }: FormShop, mailbox: string): Promise<string> {
  const found = (): string | undefined => {
    const { raw } = site.mail.mails.find(({ envelope }) => envelope.to.includes(mailbox)) ?? { raw: '' }
    return /\/dashboard\/email-change\/[\w.]+/.exec(raw.replace(/=\r\n/g, ''))?.[0]
  }
  await site.until(() => Promise.resolve(found() !== undefined), `the mail to ${mailbox}`)
  return found() ?? ''
}

const changes =
  (shop: FormShop, { to }: Asked, condition: string) =>
  (): Promise<number> =>
    shop.count(`select id from email_changes where to_email = ? and ${condition}`, to)

/** Each of the two mailboxes is written to once. */
async function expectMails(shop: FormShop, { userId, to }: Asked, step: 'ask' | 'done'): Promise<void> {
  const [change] = await shop.site.view.rows<{ id: string; from_email: string }>(
    'select id, from_email from email_changes where user_id = ?',
    [userId],
  )
  const mails = await shop.site.view.rows<{ recipient: string }>(
    `select recipient from email_deliveries where once like 'email-change:${step}:%:${change?.id ?? ''}'`,
  )
  expect(mails.map(({ recipient }) => recipient)).to.have.members([change?.from_email ?? '', to])
}

/** At the address that the former mailbox was sent. */
const byFormerMailbox = (act: '' | '/refuse', hasNewAgreed: boolean): Pick<FormAct, 'prepare'> => ({
  prepare: async (shop) => {
    const change = await asked(shop)
    const { person, userId, to } = change
    const reader = person.elsewhere()
    const agreed = { path: await addressIn(shop, to), fields: {} }
    if (hasNewAgreed) await reader.send(agreed)
    const form = { path: (await addressIn(shop, person.email)) + act, fields: {} }
    const isLast = act === '' && hasNewAgreed
    if (act !== '') {
      return {
        person: reader,
        form,
        effects: changes(shop, change, 'withdrawn_at is not null'),
        audited: shop.audited(CANCELED, userId),
        // The other mailbox finds nothing that it could agree to.
        afterwards: async () => {
          expect((await reader.send(agreed)).status).to.equal(404)
        },
      }
    }
    if (!isLast) return { person: reader, form, effects: changes(shop, change, 'former_agreed_at is not null') }
    return {
      person: reader,
      form,
      effects: () => shop.count('select id from users where id = ? and email = ?', userId, to),
      audited: shop.audited(CHANGED, userId),
      afterwards: async () => {
        await expectMails(shop, change, 'done')
        expect(await changes(shop, change, 'done_at is not null')()).to.equal(1)
        expect(await shop.count('select id from sessions where user_id = ? and ended_at is null', userId)).to.equal(0)
      },
    }
  },
})

export const EMAIL_CHANGE_FORMS: readonly FormAct[] = [
  {
    route: '/settings/security/email',
    prepare: async (shop) => {
      const change = await beforeAsking(shop)
      return {
        person: change.person,
        form: await formOf(change),
        effects: changes(shop, change, 'withdrawn_at is null'),
        audited: shop.audited(REQUESTED, change.userId),
        afterwards: () => expectMails(shop, change, 'ask'),
      }
    },
  },
  {
    route: '/settings/security/email/cancel',
    prepare: async (shop) => {
      const change = await asked(shop)
      return {
        person: change.person,
        form: await change.person.form(SECURITY, '/email/cancel'),
        effects: changes(shop, change, 'withdrawn_at is not null'),
        audited: shop.audited(CANCELED, change.userId),
      }
    },
  },
  { route: '/dashboard/email-change/:token', about: 'first of the two', ...byFormerMailbox('', false) },
  { route: '/dashboard/email-change/:token', about: 'second of the two', ...byFormerMailbox('', true) },
  { route: '/dashboard/email-change/:token/refuse', ...byFormerMailbox('/refuse', true) },
]
