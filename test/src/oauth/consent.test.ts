import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { HOUR, MINUTE } from '../support/links.js'
import { type OpenedPage, PersonAtBrowser } from './person-at-browser.js'
import { Program } from './program.js'

for (const engine of ENGINES) {
  describe(`deciding about a program that wants access, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let program: Program
    let browser: PersonAtBrowser

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      paylink.clock.advance(MINUTE + 1)
      owner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      program = await Program.register(paylink, { name: 'Claude' })
      browser = new PersonAtBrowser(owner)
    })

    const page = (changes: Record<string, string> = {}): Promise<OpenedPage> =>
      browser.open(program.authorizeUrl(changes))
    const grants = async (): Promise<any[]> => {
      const rows = await paylink.db('agent_grants').where({ client_id: program.clientId })
      return rows.map(({ scopes, controls, ...row }) => ({
        ...row,
        scopes: JSON.parse(scopes as string),
        controls: JSON.parse(controls as string),
      }))
    }
    const codeIn = ({ searchParams }: URL): string => searchParams.get('code') ?? ''

    it('shows who asks, where it leads, for what, and in which mode', async () => {
      const { status, text, headers, html } = await page()
      expect(status).to.equal(200)
      for (const part of [
        'Connect “Claude” to your account?',
        'Name not verified',
        'http://127.0.0.1:4321 (this computer)',
        'Any program can call itself this.',
        'The access goes to a program on this computer.',
        'Test mode. No charge is real.',
        'Create, change and disable links',
        owner.account.name,
        'Lupita owner',
      ]) {
        expect(text).to.include(part)
      }
      expect(text).to.not.include('Request and cancel invoices')
      expect(headers.get('content-security-policy'))
        .to.include("form-action 'self' http://127.0.0.1:4321;")
        .and.include("frame-ancestors 'none'")
      expect(headers.get('x-frame-options')).to.equal('DENY')
      expect(html).to.not.match(/hx-boost|<script>| on\w+=/)
    })

    it('writes the name of a program as text', async () => {
      program = await Program.register(paylink, { name: '<img src=x onerror=alert(1)> Banco' })
      const { html } = await page()
      expect(html).to.not.include('<img src=x')
      expect(html).to.include('&lt;img src=x')
    })

    it('suggests limits, and stores what the person made of them', async () => {
      const { address } = await page()
      const fields = await browser.fields(address)
      expect(fields).to.include({ linkLimit: '5,000.00', dailyLimit: '20,000.00' })
      expect(fields).to.include({ 'ask.mark_payment_link_paid': 'on', 'ask.cancel_payment_invoice': 'on' })
      const choice = { linkLimit: '150.50', dailyLimit: '', 'scope.links:read': null, 'ask.create_payment_link': 'on' }
      await browser.allow(address, choice)
      const [grant] = await grants()
      expect(grant).to.deep.include({ scopes: ['links:write'], user_id: owner.userId, client_name: 'Claude' })
      expect(grant.controls).to.deep.equal({
        ...{ currency: 'MXN', linkLimit: 15_050, dailyLimit: null },
        askFirst: ['create_payment_link', 'mark_payment_link_paid', 'cancel_payment_invoice'],
      })
    })

    it('asks for no limits of a program that only reads', async () => {
      const { address, text } = await page({ scope: 'links:read payments:read' })
      expect(text).to.not.include('Within these limits')
      await browser.allow(address)
      expect((await grants())[0]).to.deep.include({ scopes: ['links:read', 'payments:read'], controls: null })
    })

    it('keeps what was typed, and names what is wrong with it', async () => {
      const { address } = await page()
      const nothing = { 'scope.links:read': null, 'scope.links:write': null }
      const first = await browser.send(address, nothing)
      expect([first.status, first.text.includes('Leave at least one thing ticked')]).to.deep.equal([422, true])
      for (const linkLimit of ['mucho', '-1', '0', '1e9', '99999999999999999999', '5.001']) {
        const reply = await browser.send(address, { linkLimit })
        expect([reply.status, linkLimit]).to.deep.equal([422, linkLimit])
        expect(reply.html).to.include(`value="${linkLimit}"`)
      }
      expect(await grants()).to.deep.equal([])
      expect(codeIn(await browser.allow(address))).to.not.equal('')
    })

    it('tells the program that the person refused, and gives nothing', async () => {
      const { address } = await page()
      const answer = await browser.refuse(address)
      expect(Object.fromEntries(answer.searchParams)).to.include({
        error: 'access_denied',
        state: 'estado',
        iss: paylink.url,
      })
      expect(await grants()).to.deep.equal([])
      const after = await browser.open(address)
      expect(after.text).to.include('You did not allow it')
    })

    it('makes one grant of a form that is sent twice, also at once', async () => {
      const { address } = await page()
      const fields = await browser.fields(address)
      const answers = await Promise.all([browser.post(address, fields), browser.post(address, fields)])
      expect(answers.some((answer) => codeIn(new URL(answer.address, paylink.url)) !== '')).to.equal(true)
      expect(await grants()).to.have.length(1)
      const third = await browser.post(address, fields)
      expect([third.status, third.text.includes('You allowed it')]).to.deep.equal([200, true])
      expect(await grants()).to.have.length(1)
    })

    it('counts the first of two answers', async () => {
      const { address } = await page()
      const fields = await browser.fields(address)
      await Promise.all([browser.post(address, fields), browser.post(`${address}/refuse`, fields)])
      const [answer] = [await browser.open(address)]
      const made = await grants()
      expect(answer?.text).to.include(made.length === 1 ? 'You allowed it' : 'You did not allow it')
      expect(made.length).to.be.below(2)
    })

    it('tells a person who goes back that they have decided', async () => {
      const { address } = await page()
      const code = codeIn(await browser.allow(address))
      const back = await browser.open(address)
      expect([back.status, back.text.includes('“Claude” has the access that you gave it.')]).to.deep.equal([200, true])
      expect(back.html).to.include('href="/dashboard/test/settings/agents"')
      expect((await program.redeem(code)).status).to.equal(200)
    })

    it('lets a browser that lost the answer get it, for a minute', async () => {
      const { address } = await page()
      const { status, headers } = await owner
        .withCookie(browser.cookiesAt(address))
        .post(address, await browser.fields(address))
      expect(status).to.equal(303)
      const again = await browser.open(address)
      expect(again.text).to.include('Back to “Claude”')
      const location = headers.get('location') ?? ''
      const code = codeIn(new URL((await browser.open(location)).address))
      expect((await program.redeem(code)).status).to.equal(200)
      expect(await grants()).to.have.length(1)
    })

    for (const [what, end] of [
      [
        'the grant is revoked',
        (id: string) => paylink.change('agent_grants', id, { revoked_at: '2026-01-01T00:00:00.000Z' }),
      ],
      ['the person lost the right to give it', () => paylink.change('users', owner.userId, { role: 'viewer' })],
    ] as const) {
      it(`gives no code if ${what} before the program has its answer`, async () => {
        const { address } = await page()
        const person = owner.withCookie(browser.cookiesAt(address))
        const { headers } = await person.post(address, await browser.fields(address))
        await end((await grants())[0].id as string)
        const answer = new URL((await browser.open(headers.get('location') ?? '')).address)
        expect(answer.searchParams.get('error')).to.equal('access_denied')
        expect(answer.searchParams.has('code')).to.equal(false)
      })
    }

    it('ends after an hour', async () => {
      const { address } = await page()
      const fields = await browser.fields(address)
      paylink.clock.advance(HOUR)
      const session = await ShopPerson.again(owner)
      browser.signInAs(session)
      const late = await browser.open(address)
      expect([late.status, late.text.includes('This request is over')]).to.deep.equal([404, true])
      const token = (await session.form('/dashboard/test/settings/keys/new', '/keys')).fields['csrf'] ?? ''
      expect((await browser.post(address, { ...fields, csrf: token })).status).to.equal(404)
      expect(await grants()).to.deep.equal([])
    })

    it('takes no answer in another browser than the one it began in', async () => {
      const victim = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      const { address } = await page()
      const elsewhere = new PersonAtBrowser(victim)
      const seen = await elsewhere.open(address)
      expect([seen.status, seen.text.includes('did not begin in this browser')]).to.deep.equal([404, true])
      const token = (await victim.form('/dashboard/test/settings/keys/new', '/keys')).fields['csrf'] ?? ''
      expect((await elsewhere.post(address, { csrf: token, 'scope.links:read': 'on' })).status).to.equal(404)
      expect(await grants()).to.deep.equal([])
    })

    it('is not there in the other mode', async () => {
      const { address } = await page()
      const other = address.replace('/dashboard/test/', '/dashboard/')
      const seen = await owner.withCookie(browser.cookiesAt(address)).get(other)
      expect(seen.status).to.equal(404)
    })

    it('is not there for another account once a person has decided', async () => {
      const { address } = await page()
      await browser.allow(address)
      const { id } = await ShopPerson.otherAccount(paylink)
      browser.signInAs(await ShopPerson.signIn(paylink, 'owner', id, 'en'))
      expect((await browser.open(address)).status).to.equal(404)
    })

    it('tells another person of the account that another decided, and gives nothing twice', async () => {
      const { address } = await page()
      await browser.allow(address)
      const other = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      browser.signInAs(other)
      expect((await browser.open(address)).text).to.include('You allowed it')
      expect(await grants()).to.have.length(1)
    })

    for (const role of ['cashier', 'viewer'] as const) {
      it(`is not for the role ${role}`, async () => {
        browser.signInAs(await ShopPerson.signIn(paylink, role, undefined, 'en'))
        const { status, text } = await page()
        expect([status, text.includes('Your role doesn’t include this')]).to.deep.equal([403, true])
      })
    }

    it('asks who one is if that was long ago, and keeps what was typed', async () => {
      const { address } = await page()
      paylink.clock.advance(11 * MINUTE)
      const asked = await browser.send(address, { linkLimit: '77.00', 'scope.links:read': null })
      expect(asked.address).to.match(/^\/dashboard\/test\/confirm\?next=/)
      const next = new URL(asked.address, paylink.url).searchParams.get('next') ?? ''
      browser.signInAs(await ShopPerson.again(owner))
      const fields = await browser.fields(next)
      expect(fields).to.include({ linkLimit: '77.00', 'scope.links:write': 'on' })
      expect(fields).to.not.have.property('scope.links:read')
      await browser.allow(next)
      expect((await grants())[0].controls.linkLimit).to.equal(7700)
    })

    it('lets a person refuse without proving who they are', async () => {
      const { address } = await page()
      paylink.clock.advance(11 * MINUTE)
      expect((await browser.refuse(address)).searchParams.get('error')).to.equal('access_denied')
    })

    it('sends a person who is not signed in to sign in, and back', async () => {
      const outside = new PersonAtBrowser(owner.withCookie('none=1'))
      const seen = await outside.open(program.authorizeUrl())
      const address = new URL(seen.address, paylink.url)
      expect(address.pathname).to.equal('/dashboard/sign-in')
      const next = address.searchParams.get('next') ?? ''
      expect(next).to.match(/^\/dashboard\/test\/settings\/agents\/connect\/[\w-]+$/)
      outside.signInAs(owner)
      expect(codeIn(await outside.allow(next))).to.not.equal('')
    })

    it('is for live mode only once the business is verified', async () => {
      await paylink.changeAccount({ verifiedAt: null })
      const locked = await page({ resource: program.resource('/mcp') })
      expect(locked.text).to.include('You can’t connect it in live mode yet')
      expect(locked.html).to.include(`${paylink.url}/mcp/test`)
      const { fields } = await owner.withCookie(browser.cookiesAt(locked.address)).form(locked.address)
      const pressed = await browser.post(locked.address, { ...fields, 'scope.links:read': 'on' })
      expect([pressed.status, await grants()]).to.deep.equal([200, []])
      await paylink.changeAccount({ verifiedAt: '2026-01-01T00:00:00.000Z' })
      const open = await browser.open(locked.address)
      expect(open.text).to.include('Live. What it does is real').and.include('Allow in live mode')
      await browser.allow(locked.address)
      expect((await grants())[0].livemode).to.be.oneOf([1, true])
    })

    it('takes no form of another site', async () => {
      const { address } = await page()
      const fields = await browser.fields(address)
      const person = owner.withCookie(browser.cookiesAt(address))
      const foreign = await person.post(address, fields, { Origin: 'https://evil.example' })
      const framed = await person.post(address, fields, { 'Sec-Fetch-Site': 'cross-site' })
      const { csrf: _, ...unsigned } = fields
      expect([foreign.status, framed.status, (await person.post(address, unsigned)).status]).to.deep.equal([
        403, 403, 403,
      ])
      expect(await grants()).to.deep.equal([])
    })
  })
}
