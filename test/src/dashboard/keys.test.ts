import { expect } from 'chai'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { TestAppliance } from '../support/appliance.js'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'

const KEYS = '/dashboard/test/settings/keys'
const LIVE = '/dashboard/settings/keys'
const NEW = `${KEYS}/new`

for (const engine of ENGINES) {
  describe(`API keys in the dashboard (R137–R139, R259), on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    // Identity is confirmed for ten minutes.
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const create = (typed: Record<string, string | null>): Promise<PageReply> => owner.send(NEW, typed, '/keys')
    const textIn = ({ text }: PageReply): string => /sk_test_[0-9A-Za-z]{46}/.exec(text)?.[0] ?? ''
    const statusOf = async (key: string, path = '/v1/payment_links'): Promise<number> =>
      (await fetch(paylink.url + path, { headers: { Authorization: `Bearer ${key}` } })).status
    const row = (name: string): Promise<any> => paylink.db('api_keys').where({ name }).first()
    const make = (name: string, livemode = false, accountId = paylink.account.id) =>
      paylink.container.get(CreateKey).run(actFor(OPERATOR, { accountId, livemode }), { name })

    it('makes one that works, shows it once with a curl, and lists it without its text', async () => {
      const made = await create({ name: 'Tienda en línea' })
      expect(made.status).to.equal(200)
      expect(made.headers.get('cache-control')).to.equal('no-store')
      const key = textIn(made)
      expect(await statusOf(key)).to.equal(200)
      expect(made.text).to.contain('Guarda tu llave ahora').and.contain('Tienda en línea · Puede todo')
      expect(made.text).to.contain(`curl ${paylink.url}/v1/payment_links`).and.contain(`Bearer ${key}`)
      expect(made.text).not.to.contain('Cobra dinero de verdad.')
      const listed = await owner.get(KEYS)
      expect(listed.text)
        .to.contain('Tienda en línea')
        .and.contain(`sk_test_…${key.slice(-4)}`)
      expect(listed.html).not.to.contain(key)
      expect(listed.html).not.to.contain((await row('Tienda en línea')).hash)
      const entry = await paylink.db('audit_entries').where({ action: 'key.created' }).orderBy('seq', 'desc').first()
      expect(entry.actor).to.equal(owner.userId)
      expect(JSON.stringify(entry)).not.to.contain(key)
    })

    it('limits one to what was chosen, its own rate and its last day', async () => {
      const made = await create({
        ...{ name: 'Pedidos', can: 'some', 'scope.links:read': 'on', 'scope.links:write': 'on' },
        ...{ rateLimit: '60', expires: 'date', day: dayIn(40) },
      })
      expect(made.text).to.contain('Pedidos · Leer y crear enlaces')
      const key = textIn(made)
      expect(await statusOf(key, '/v1/payments')).to.equal(403)
      const stored = await row('Pedidos')
      expect(stored.rate_limit).to.equal(60)
      const listed = (await owner.get(KEYS)).text
      expect(listed).to.contain('Leer y crear enlaces').and.contain('60 por minuto').and.contain('Caduca el')
      // Until the day is over in the account's zone.
      const expiresAt = Date.parse(stored.expires_at)
      const MINUTE = 60_000
      paylink.clock.advance(expiresAt - paylink.clock.now().getTime() - MINUTE)
      expect(await statusOf(key)).to.equal(200)
      paylink.clock.advance(MINUTE)
      expect(await statusOf(key)).to.equal(401)
      const again = await ShopPerson.signIn(paylink)
      expect((await again.get(KEYS)).text)
        .to.contain('Revocadas y vencidas')
        .and.contain('Caducó el')
    })

    it('expires one after 30 days, 90 days or a year', async () => {
      for (const days of ['30', '90', '365']) {
        await create({ name: `En ${days}`, expires: days })
        const { created_at, expires_at } = await row(`En ${days}`)
        expect(Date.parse(expires_at) - Date.parse(created_at)).to.be.closeTo(Number(days) * DAY, DAY / 24)
      }
    })

    const refused: [string, Record<string, string>, string][] = [
      ['no name', { name: '  ' }, 'Escribe un nombre'],
      ['a name that is too long', { name: 'x'.repeat(201) }, 'Escribe un nombre'],
      ['no scope', { name: 'A', can: 'some' }, 'Marca al menos una cosa'],
      ['a rate that is no number', { name: 'A', rateLimit: 'muchas' }, 'Escribe un número entero'],
      ['a rate of 0', { name: 'A', rateLimit: '0' }, 'Escribe un número entero'],
      ['a day that has passed', { name: 'A', expires: 'date', day: '2020-01-01' }, 'Elige un día'],
      ['a day that does not exist', { name: 'A', expires: 'date', day: '2031-02-30' }, 'Elige un día'],
      ['no day', { name: 'A', expires: 'date' }, 'Elige un día'],
      ['an expiry that is not offered', { name: 'A', expires: '-1' }, 'Elige cuándo caduca'],
    ]
    for (const [what, typed, fault] of refused) {
      it(`refuses ${what} at its field, and keeps what was typed`, async () => {
        const count = await keyCount()
        const reply = await create({ rateLimit: '77', ...typed })
        expect(reply.status).to.equal(422)
        expect(reply.text).to.contain(fault)
        expect(reply.html).to.contain(`value="${typed['rateLimit'] ?? '77'}"`)
        expect(await keyCount()).to.equal(count)
      })
    }
    const keyCount = async (): Promise<number> => (await paylink.db('api_keys').pluck('id')).length

    it('makes one key of a form that is sent twice, and says where it is', async () => {
      const { action, fields } = await owner.form(NEW, '/keys')
      const both = await Promise.all([1, 2].map(() => owner.post(action, { ...fields, name: 'Doble' })))
      both.push(await owner.post(action, { ...fields, name: 'Doble' }))
      expect(both.filter(({ status }) => status === 200)).to.have.length(1)
      for (const { status, headers } of both.filter((reply) => reply.status !== 200)) {
        expect([status, headers.get('location')]).to.deep.equal([303, `${KEYS}?made=before`])
      }
      expect(await paylink.db('api_keys').where({ name: 'Doble' }).pluck('id')).to.have.length(1)
      const told = (await owner.get(`${KEYS}?made=before`)).text
      expect(told).to.contain('Esa llave ya se creó').and.contain('Doble')
      expect(JSON.stringify(await paylink.db('idempotency_keys'))).not.to.contain('sk_test_')
    })

    it('asks who one is before the form and before the key, and keeps what was typed', async () => {
      const { action, fields } = await owner.form(NEW, '/keys')
      paylink.clock.advance(11 * 60_000)
      expect((await owner.get(NEW)).headers.get('location')).to.contain('/confirm?next=')
      const count = await keyCount()
      const reply = await owner.post(action, { ...fields, name: 'Después' })
      expect(reply.headers.get('location')).to.contain('/confirm?next=')
      expect(await keyCount()).to.equal(count)
      const next = new URL(reply.headers.get('location') ?? '', paylink.url).searchParams.get('next') ?? ''
      const confirmed = await ShopPerson.again(owner)
      expect((await confirmed.form(next, '/keys')).fields['name']).to.equal('Después')
      expect((await confirmed.get(KEYS)).status).to.equal(200)
    })

    it('revokes one after a question that names it; a second press changes nothing', async () => {
      const { key, text } = await make('Vieja <b>&</b>')
      const path = `${KEYS}/${key.id}/revoke`
      const question = await owner.get(path)
      expect(question.text).to.contain('¿Revocar “Vieja <b>&</b>”?').and.contain(key.lastFour)
      expect(question.html).not.to.contain('<b>&</b>')
      const form = await owner.form(path, '/revoke')
      for (let press = 0; press < 2; press++) {
        const reply = await owner.post(form.action, form.fields)
        expect(reply.headers.get('location')).to.equal(`${KEYS}?saved=revoked`)
      }
      expect(await statusOf(text)).to.equal(401)
      const entries = await paylink.db('audit_entries').where({ action: 'key.revoked', target: key.id })
      expect(entries.map(({ actor }) => actor)).to.deep.equal([owner.userId])
      const list = (await owner.get(`${KEYS}?saved=revoked`)).text
      expect(list).to.contain('La llave se revocó').and.contain('Revocadas y vencidas')
      expect((await owner.get(path)).headers.get('location')).to.equal(`${KEYS}?saved=revoked`)
      paylink.clock.advance(91 * DAY)
      const later = await ShopPerson.signIn(paylink)
      expect((await later.get(KEYS)).text).not.to.contain('Vieja')
    })

    it('neither shows nor revokes a key of another account or of the other mode (I46, I47)', async () => {
      const other = await ShopPerson.otherAccount(paylink)
      const [theirs, live] = [await make('Ajena', false, other.id), await liveKey()]
      const { fields } = await owner.form(NEW, '/keys')
      for (const { key } of [theirs, live]) {
        expect((await owner.get(`${KEYS}/${key.id}/revoke`)).status).to.equal(404)
        expect((await owner.post(`${KEYS}/${key.id}/revoke`, fields)).status).to.equal(404)
      }
      const { text } = await owner.get(KEYS)
      expect(text).not.to.contain('Ajena')
      expect(text).not.to.contain('De cobros reales')
      expect(await paylink.db('api_keys').whereNotNull('revoked_at').whereIn('name', ['Ajena', 'Real'])).to.deep.equal(
        [],
      )
    })

    it('tells an account that is not verified how to get a live key, and makes none', async () => {
      await verify(false)
      const locked = await owner.get(`${LIVE}/new`)
      expect(locked.text).to.contain('Para una llave de cobros reales').and.contain('Completar datos')
      expect(locked.html).not.to.contain(`action="${LIVE}"`)
      const admin = await ShopPerson.signIn(paylink, 'admin')
      expect((await admin.get(LIVE)).text).to.contain('Pídele a quien sea titular')
      await verify(true)
      const { action, fields } = await owner.form(`${LIVE}/new`, '/keys')
      await verify(false)
      const refusal = await owner.post(action, { ...fields, name: 'Tarde' })
      expect([refusal.status, refusal.text.includes('Completar datos')]).to.deep.equal([422, true])
      expect(await row('Tarde')).to.equal(undefined)
      await verify(true)
    })

    it('says that a live key charges real money', async () => {
      await verify(true)
      const made = await owner.send(`${LIVE}/new`, { name: 'De verdad' }, '/keys')
      expect(made.text).to.contain('Cobra dinero de verdad.')
      const english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      const theirs = await english.send(`${LIVE}/new`, { name: 'For real' }, '/keys')
      expect(theirs.text).to.contain('Save your key now').and.contain('It charges real money.')
    })

    const dayIn = (days: number): string =>
      new Date(paylink.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
    async function verify(isVerified: boolean): Promise<void> {
      const verifiedAt = isVerified ? paylink.clock.now().toISOString() : null
      const accounts = paylink.container.get(Accounts)
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => accounts.update(tx, paylink.account.id, settingsOf({ ...paylink.account, verifiedAt })))
    }
    async function liveKey() {
      await verify(true)
      return make('Real', true)
    }
  })
}
