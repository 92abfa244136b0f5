import type { ApprovableOperation } from '@paylink/core/accounts/controls'
import { AskPerson } from '@paylink/core/agents/ask-person'
import { Approvals } from '@paylink/core/agents/approvals.repository'
import { visibleText } from '@paylink/core/dashboard/approvals/visible-text'
import { ROLES } from '@paylink/core/identity/role'
import { expect } from 'chai'
import { AskingAgent } from '../agents/asking-agent.js'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, MINUTE } from '../support/links.js'
import { dataUrl } from '../support/proofs-of-payment.js'

const LIST = '/dashboard/test/settings/approvals'
const LIVE = '/dashboard/settings/approvals'
const HOSTILE = {
  title: '<img src=x onerror=alert(1)>\u202Egpj.txt',
  description: 'Apruébalo ya: SYSTEM says yes\u200B',
  customerName: 'Ana"><script>alert(1)</script>',
}

for (const engine of ENGINES) {
  describe(`the page of an approval, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let agent: AskingAgent
    let count = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      // Those of other tests have ended.
      paylink.clock.advance(DAY)
      owner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      agent = await AskingAgent.connect(paylink, { name: 'Mostrador' })
    })

    const ask = (changes: object = {}): Promise<string> => agent.ask(`k-${++count}`, changes)

    const stateOf = async (path: string): Promise<string | undefined> => {
      const scope = { accountId: paylink.account.id, livemode: false }
      return (await paylink.container.get(Approvals).find(scope, path.split('/').at(-1) ?? ''))?.status
    }

    it('shows who asks, what for, with every argument and the call itself, and until when', async () => {
      const path = await ask({
        ...{ title: 'Pastel', description: 'De tres leches', customerEmail: 'ana@cliente.example', invoiceable: true },
        ...{ items: [{ name: 'Pastel', quantity: 2, unitPriceCentavos: 25_000 }], metadata: { pedido: 'P-77' } },
      })
      const { status, text, html } = await owner.get(path)
      expect(status).to.equal(200)
      for (const part of [
        ...['“Mostrador” wants to create a payment link', 'test-agent 1.2.3', 'Not verified', 'Waits for approval'],
        ...['$500.00 MXN', '2 × “Pastel”', 'De tres leches', 'ana@cliente.example', 'P-77', 'Test: nothing is charged'],
        ...['tomorrow at', 'create_payment_link', `k-${count}`, '"unitPriceCentavos": 25000'],
      ]) {
        expect(text, part).to.include(part)
      }
      expect(text).to.match(/[0-9a-f]{64}/)
      expect(html).to.match(/<title>[^<]*“Mostrador” wants to create a payment link/)
      const spanish = await ShopPerson.signIn(paylink, 'admin', undefined, 'es-MX')
      expect((await spanish.get(path)).text).to.include('“Mostrador” quiere crear un enlace de pago')
    })

    it('shows what others wrote as text, with what a browser would hide', async () => {
      const path = await ask(HOSTILE)
      for (const at of [path, LIST]) {
        const { html, text } = await owner.get(at)
        expect(html).to.not.match(/<img src=x|<script>alert/)
        expect(html).to.not.match(/[\u200b\u202e]/)
        expect(text).to.include('<img src=x onerror=alert(1)>[U+202E]gpj.txt')
      }
      expect((await owner.get(path)).text).to.include('yes[U+200B]')
    })

    it('shows every operation that can wait: what it is about leads to its page, a long text is cut with its length', async () => {
      const link = await paylink.createLink({ title: 'Pastel' })
      const reference = dataUrl('application/pdf', Buffer.alloc(6_000, '%PDF-1.4 '))
      const cases: [operation: ApprovableOperation, args: object, shown: string[]][] = [
        ['update_payment_link', { id: link.id, title: 'Otro', customerName: null }, ['Otro', 'null']],
        ['disable_payment_link', { id: link.id }, ['wants to disable a payment link']],
        ['mark_payment_link_paid', { id: link.id, reference }, ['these are the first 2,000']],
        ['email_payment_link', { id: link.id, to: 'ana@cliente.example' }, ['ana@cliente.example']],
        ['request_payment_invoice', { id: 'pay_x', rfc: 'XIA190128J61' }, ['XIA190128J61']],
        ['cancel_payment_invoice', { id: 'pay_x', motivo: '02' }, ['Reason (motivo) 02']],
      ]
      for (const [operation, args, shown] of cases) {
        const { id } = await paylink.container.get(AskPerson).run(
          {
            ...{ surface: 'mcp', who: { kind: 'key', id: agent.keyId }, scopes: null },
            ...{ accountId: paylink.account.id, livemode: false },
          },
          {
            ...{ client: 'x', operation, idempotencyKey: operation },
            ...{ arguments: args, argumentsHash: 'a'.repeat(64) },
          },
        )
        const { status, text, html } = await owner.get(`${LIST}/${id}`)
        expect(status, operation).to.equal(200)
        for (const part of shown) expect(text, operation).to.include(part)
        if ('id' in args && args.id === link.id) expect(html).to.include(`href="/dashboard/test/links/${link.id}"`)
      }
    })

    it('takes an approval about what was shown, with a recent proof of identity', async () => {
      const path = await ask()
      paylink.clock.advance(11 * MINUTE)
      const asked = await owner.send(path, {}, '/approve')
      const next = new URL(asked.headers.get('location') ?? '', paylink.url)
      expect(next.pathname).to.equal('/dashboard/test/confirm')
      expect((await owner.get(next.pathname + next.search)).text).to.include('approve what an agent asks for')
      expect(await stateOf(path)).to.equal('pending')
      owner = await ShopPerson.again(owner)
      const back = next.searchParams.get('next') ?? ''
      expect((await owner.get(back)).text).to.include('It is not approved yet')
      const approved = await owner.send(back, {}, '/approve')
      expect([approved.status, approved.headers.get('location')]).to.deep.equal([303, path])
      const { text, html } = await owner.get(path)
      expect(text).to.include('Lupita owner approved it today at').and.include('has to repeat its call')
      expect(html).to.not.match(/action="[^"]*\/(approve|decline)"/)
    })

    it('lets a person decline without a proof', async () => {
      const path = await ask()
      paylink.clock.advance(11 * MINUTE)
      expect((await owner.send(path, {}, '/decline')).headers.get('location')).to.equal(path)
      expect((await owner.get(path)).text)
        .to.include('Lupita owner declined it')
        .and.include('it will be told no')
    })

    it('takes no decision about other arguments than those shown', async () => {
      const [path, other] = [await ask(), await ask({ title: 'Otra' })]
      const { fields } = await owner.form(other, '/approve')
      for (const argumentsHash of [fields['argumentsHash'] ?? '', '', 'x'.repeat(5_000), null]) {
        for (const act of ['approve', 'decline']) {
          const reply = await owner.post(`${path}/${act}`, { ...fields, argumentsHash })
          expect(reply.status).to.equal(422)
          expect(reply.text).to.include('Check it and decide again')
        }
      }
      expect(await stateOf(path)).to.equal('pending')
    })

    it('decides once: a form that is sent twice is answered alike, another decision is told that it came late', async () => {
      const path = await ask()
      const form = await owner.form(path, '/approve')
      const presses = [await owner.post(form.action, form.fields), await owner.post(form.action, form.fields)]
      expect(presses.map(({ headers }) => headers.get('location'))).to.deep.equal([path, path])
      const late = await owner.post(`${path}/decline`, form.fields)
      expect((await owner.get(late.headers.get('location') ?? '')).text).to.include('had been decided already')
      expect(await stateOf(path)).to.equal('granted')
    })

    it('decides once where two people press at the same time', async () => {
      const path = await ask()
      const admin = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      const forms = await Promise.all([owner.form(path, '/approve'), admin.form(path, '/decline')])
      const [one, two] = await Promise.all([
        owner.post(forms[0].action, forms[0].fields),
        admin.post(forms[1].action, forms[1].fields),
      ])
      const late = [one, two].filter(({ headers }) => headers.get('location')?.endsWith('?late'))
      expect([one.status, two.status, late.length]).to.deep.equal([303, 303, 1])
      const acts = await paylink.db('audit_entries').where({ target: path.split('/').at(-1) })
      expect(acts.map(({ action }) => action)).to.deep.equal([`approval.${await stateOf(path)}`])
    })

    it('shows that the time was up, decided or not', async () => {
      const [silent, unused] = [await ask(), await ask()]
      const { argumentsHash = '' } = (await owner.form(silent, '/decline')).fields
      await owner.send(unused, {}, '/approve')
      paylink.clock.advance(DAY)
      owner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      const { fields } = await owner.form('/dashboard/test/settings/security', '/language')
      const late = await owner.post(`${silent}/decline`, { csrf: fields['csrf'] ?? '', argumentsHash })
      const { text } = await owner.get(late.headers.get('location') ?? '')
      expect(text).to.include('The time was up already').and.include('without an answer')
      expect((await owner.get(unused)).text)
        .to.include('approved it')
        .and.include('The time was up')
      expect(await stateOf(silent)).to.equal('pending')
    })

    it('is of one account and mode, for those who may decide', async () => {
      const path = await ask()
      const { fields } = await owner.form(path, '/approve')
      const wrong = path.replace('/test', '')
      const missing = await owner.get(wrong)
      expect([missing.status, missing.text.includes('no longer here')]).to.deep.equal([404, true])
      expect((await owner.post(`${wrong}/approve`, fields)).status).to.equal(403)
      for (const id of ['appr_none', '%00', 'x'.repeat(500)]) {
        expect((await owner.get(`${LIST}/${id}`)).status, id).to.be.within(400, 404)
        expect((await owner.post(`${LIST}/${id}/approve`, fields)).status, id).to.be.within(400, 404)
      }
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      const ofOther = (await elsewhere.form('/dashboard/test/settings/security', '/language')).fields
      expect((await elsewhere.get(path)).status).to.equal(404)
      const foreign = await elsewhere.post(`${path}/approve`, { ...fields, csrf: ofOther['csrf'] ?? '' })
      expect(foreign.status).to.equal(404)
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        const isAllowed = ['owner', 'admin'].includes(role)
        expect((await person.get(path)).status, role).to.equal(isAllowed ? 200 : 403)
        const { csrf = '' } = (await person.form('/dashboard/test/settings/security', '/language')).fields
        if (isAllowed) continue
        for (const act of ['approve', 'decline']) {
          expect((await person.post(`${path}/${act}`, { ...fields, csrf })).status, `${role} ${act}`).to.equal(403)
        }
      }
      expect(await stateOf(path)).to.equal('pending')
    })

    it('is listed: what waits first, then the latest answers', async () => {
      const empty = await owner.get(LIST)
      expect([empty.status, empty.text.includes('Nothing waits for your approval')]).to.deep.equal([200, true])
      const declined = await ask({ title: 'Uno' })
      await owner.send(declined, {}, '/decline')
      const [first, second] = [await ask({ title: 'Dos' }), await ask({ title: 'Tres' })]
      const { html, text } = await owner.get(LIST)
      const places = [first, second, declined].map((path) => html.indexOf(`href="${path}"`))
      expect(places).to.deep.equal([...places].sort((a, b) => a - b))
      expect(places.every((place) => place > 0)).to.equal(true)
      expect(text).to.include('2 wait for your approval').and.include('“Dos”').and.include('Declined')
      expect((await owner.get(LIVE)).text)
        .to.include('Nothing waits')
        .and.not.include('“Dos”')
    })

    it('is told of on the home page, and reached from that of the agents', async () => {
      const path = await ask()
      expect((await owner.get('/dashboard/test')).html).to.include(`href="${path}"`)
      await ask()
      const home = await owner.get('/dashboard/test')
      expect(home.text).to.include('2 requests of your agents wait for your approval')
      expect(home.html).to.include(`href="${LIST}"`)
      expect((await owner.get('/dashboard')).text).to.not.include('wait for your approval')
      expect((await owner.get('/dashboard/test/settings/agents')).html).to.include(`href="${LIST}"`)
      const viewer = await ShopPerson.signIn(paylink, 'viewer', undefined, 'en')
      expect((await viewer.get('/dashboard/test')).text).to.not.include('wait for your approval')
    })
  })
}

describe('text that an agent wrote', () => {
  const cases = [
    ['Pastel de cumpleaños\nGrande\tDulce', 'Pastel de cumpleaños\nGrande\tDulce'],
    ['a\u202Eb\u2066c', 'a[U+202E]b[U+2066]c'],
    ['a\u200Bb\u00ADc\uFEFFd', 'a[U+200B]b[U+00AD]c[U+FEFF]d'],
    ['a\u0000b\u001Bc', 'a[U+0000]b[U+001B]c'],
    ['a\u{E0041}\u{E0042}', 'a[U+E0041][U+E0042]'],
    ['a\u{E0100}\u3164', 'a[U+E0100][U+3164]'],
    ['pay\u200Dpal', 'pay[U+200D]pal'],
    ['\r\nuno\rdos', '\nuno\ndos'],
    ['👩‍🍳 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩‍🍳 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['می‌خواهم', 'می‌خواهم'],
    ['\uD800x', '[U+D800]x'],
  ] as const
  for (const [text, shown] of cases) {
    it(`${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`, () => expect(visibleText(text)).to.equal(shown))
  }
})
