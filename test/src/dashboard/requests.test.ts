import { AccessLog } from '@paylink/core/access-log/access-log'
import { RevokeKey } from '@paylink/core/accounts/revoke-key'
import { ReadInstallation } from '@paylink/core/overview/read-installation'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const REQUESTS = '/dashboard/settings/requests'
const UNKNOWN = '0199c3f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f'

const idOf = ({ headers }: Pick<Reply | PageReply, 'headers'>): string => headers.get('x-request-id') ?? ''

for (const engine of ENGINES) {
  describe(`the page of one request on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let english: ShopPerson
    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
      english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
    })
    after(() => paylink.stop())

    const page = async (person: ShopPerson, id: string): Promise<PageReply> => {
      await paylink.container.get(AccessLog).run()
      return person.get(`${REQUESTS}/${id}`)
    }

    it('tells what came of a request of the API: its outcome, problem, key and mode', async () => {
      const done = await page(owner, idOf(await paylink.get('/v1/payment_links?limit=2')))
      expect(done.status).to.equal(200)
      expect(done.text)
        .to.include('Se atendió bien.')
        .and.to.include('GET /v1/payment_links')
        .and.to.match(/Quién Llave de API “.+”/)
        .and.to.include('Modo Prueba')
      expect(done.html).not.to.include('limit=2')

      const missing = idOf(await paylink.get('/v1/payments/pay_00000000000000000000000000'))
      const refused = await page(english, missing)
      expect(refused.text)
        .to.include('It was refused: something in the request was not right. Nothing was done, and no money moved.')
        .and.to.include('Response 404')
        .and.to.include('Problem not_found')
        .and.to.include(missing)
      expect(refused.html).to.include(`${paylink.url}/problems/not_found`)
    })

    it('finds the failed page of the dashboard whose error page shows the id', async () => {
      const installation = paylink.container.get(ReadInstallation)
      installation.run = () => {
        throw new Error('boom')
      }
      const failed = await owner.get('/dashboard/settings/about')
      delete (installation as { run?: unknown }).run
      expect(failed.status).to.equal(500)
      await paylink.container.get(AccessLog).run()
      const found = await owner.get(`${REQUESTS}?id=${encodeURIComponent(`  ${failed.text.slice(-400)}\n`)}`)
      expect([found.status, found.headers.get('location')]).to.deep.equal([303, `${REQUESTS}/${idOf(failed)}`])
      const { text } = await owner.get(`${REQUESTS}/${idOf(failed)}`)
      expect(text).to.include('Falló de nuestro lado.').and.to.include('Quién Alguien en este panel')
      expect(text).to.include('Abre la página otra vez').and.not.to.include('Idempotency-Key')
    })

    it('is found by the field on About, in the mode of the address', async () => {
      const { html } = await owner.get('/dashboard/test/settings/about')
      expect(html).to.match(/<form[^>]* method="get" action="\/dashboard\/test\/settings\/requests"/)
      const reply = await owner.get(`/dashboard/test/settings/requests?id=${UNKNOWN.toUpperCase()}`)
      expect(reply.headers.get('location')).to.equal(`/dashboard/test/settings/requests/${UNKNOWN}`)
    })

    it('answers 422 at the field to what has no id, and keeps what was typed', async () => {
      for (const typed of ['', 'hola <b>', '0199c3f0', 'x'.repeat(3000)]) {
        const { status, html, text } = await owner.get(`${REQUESTS}?id=${encodeURIComponent(typed)}`)
        expect(status, typed).to.equal(422)
        expect(text).to.include('Ahí no hay un id de petición.')
        expect(html).to.include('aria-invalid="true"').and.to.include('aria-describedby="id-fault id-hint"')
        expect(html).not.to.include('<b>,')
      }
      expect((await owner.get(`${REQUESTS}?id=hola%20%3Cb%3E`)).html).to.include('value="hola &lt;b>"')
      expect((await owner.get(`${REQUESTS}?id[]=a&id[]=b`)).status).to.be.oneOf([200, 422])
    })

    it('answers 404 with a sentence to an unknown id, and to what is no id', async () => {
      for (const id of [UNKNOWN, 'plink_00000000000000000000000000', '%00', '..%2Fabout', "x'--"]) {
        const { status, text } = await owner.get(`${REQUESTS}/${id}`)
        expect(status, id).to.be.oneOf(id === '%00' ? [400, 404] : [404])
        if (id === UNKNOWN) expect(text).to.include('No encontramos esa petición').and.to.include('Se guardan 7 días')
      }
      expect((await english.get(`${REQUESTS}/${UNKNOWN}`)).text).to.include('We could not find that request')
    })

    it('shows no request of another account, and none that was refused before its account was known', async () => {
      const other = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      const own = idOf(await paylink.get('/v1/payment_links'))
      const theirs = idOf(await other.get('/dashboard/links'))
      const revoked = await paylink.newKey()
      await paylink.container.get(RevokeKey).run(actForAccount(OPERATOR, paylink.account.id), revoked.key.id)
      const refused = [
        idOf(await paylink.get('/v1/payment_links', { key: revoked.text })),
        idOf(await paylink.get('/v1/payment_links', { key: 'sk_test_0000000000000000000000000000000000000000' })),
        idOf(await fetch(`${paylink.url}/dashboard/links`, { redirect: 'manual' })),
      ]
      expect((await page(owner, own)).status).to.equal(200)
      expect((await page(other, theirs)).status).to.equal(200)
      const hidden: [ShopPerson, string][] = [
        [other, own],
        [owner, theirs],
        ...refused.flatMap((id): [ShopPerson, string][] => [
          [owner, id],
          [other, id],
        ]),
      ]
      for (const [person, id] of hidden) {
        const { status, text } = await page(person, id)
        expect(status).to.equal(404)
        expect(text).to.include('No encontramos esa petición').and.not.to.include('/v1/')
      }
    })
  })
}
