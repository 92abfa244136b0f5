import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson, textOf } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'
import { MINUTE } from '../support/links.js'
import { DocumentServer, type Served, withoutTls } from './document-server.js'
import { PersonAtBrowser } from './person-at-browser.js'
import { callMcp, Program } from './program.js'

const HOME = 'https://claude.example/api/mcp/auth_callback'

const BAD_DOCUMENTS: [what: string, changes: object, served?: Partial<Served>][] = [
  ['of another program', { client_id: 'https://claude.example/client.json' }],
  ['that has a secret', { client_secret: 'x' }],
  ['that wants to prove itself by a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['without an address', { redirect_uris: [] }],
  ['with an address that is a script', { redirect_uris: [HOME, 'javascript:alert(1)'] }],
  ['with an address in a private network', { redirect_uris: [HOME, 'http://10.0.0.1/'] }],
  ['that is no JSON', {}, { body: '<html>' }],
  ['that is a list', {}, { body: '[]' }],
  ['that is too long', {}, { body: JSON.stringify({ client_name: 'a'.repeat(9000) }) }],
  ['that has moved', {}, { status: 302, headers: { Location: 'http://169.254.169.254/' } }],
  ['that is gone', {}, { status: 404 }],
  ['whose server fails', {}, { status: 500 }],
]

/** The documents are read in front of the database. */
for (const engine of ONE_ENGINE) {
  describe(`programs that are known by a document, on ${engine}`, () => {
    let paylink: TestAppliance
    let documents: DocumentServer
    let owner: ShopPerson

    before(async () => {
      documents = await DocumentServer.start()
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false }, { beforeServing: withoutTls })
    })
    after(async () => {
      await paylink.stop()
      await documents.stop()
    })
    beforeEach(async () => {
      paylink.clock.advance(MINUTE + 1)
      owner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
    })

    const open = (program: Program, changes: Record<string, string> = {}): Promise<Response> =>
      fetch(program.authorizeUrl(changes), {
        redirect: 'manual',
        headers: { Accept: 'text/html', 'Accept-Language': 'en' },
      })

    for (const [index, [what, changes, served]] of BAD_DOCUMENTS.entries()) {
      it(`are refused with a document ${what}`, async () => {
        const program = new Program(paylink, documents.put(`/bad-${index}.json`, changes, served), HOME)
        const response = await open(program)
        expect([response.status, response.headers.get('location')]).to.deep.equal([400, null])
        expect(textOf(await response.text())).to.match(/Nothing was connected/)
      })
    }

    it('are sent back to the addresses of the document alone', async () => {
      const id = documents.put('/own.json')
      for (const uri of ['https://evil.example/', `${HOME}/more`, HOME.toUpperCase()]) {
        const response = await open(new Program(paylink, id, uri))
        expect([response.status, response.headers.get('location')], uri).to.deep.equal([400, null])
      }
      expect((await open(new Program(paylink, id, HOME))).status).to.equal(303)
    })

    it('are asked for their document once, for a while', async () => {
      const program = new Program(
        paylink,
        documents.put('/cached.json', {}, { headers: { 'Cache-Control': 'max-age=600' } }),
        HOME,
      )
      await Promise.all([open(program), open(program)])
      await open(program)
      expect(documents.asked.filter((path) => path === '/cached.json')).to.have.length(1)
    })

    it('make the service read few documents in a minute from one address', async () => {
      for (let count = 0; count < 32; count++) {
        await open(new Program(paylink, documents.put(`/many-${count}.json`), HOME))
      }
      expect(documents.asked.filter((path) => path.startsWith('/many-'))).to.have.length(30)
    })

    it('are shown with the host of the document, which is verified', async () => {
      const program = new Program(paylink, documents.put('/shown.json', { client_name: 'Claude' }), HOME)
      const page = await new PersonAtBrowser(owner).open(program.authorizeUrl())
      expect(page.text).to.include('Connect “Claude” to your account?').and.include(`From ${documents.host}`)
      expect(page.text).to.include('https://claude.example')
      expect(page.text).to.not.include('not verified').and.not.include('this computer')
    })

    it('go on with what they have while their document cannot be read', async () => {
      const [program, other] = ['/kept.json', '/other.json'].map(
        (path) => new Program(paylink, documents.put(path), HOME),
      ) as [Program, Program]
      const { refresh } = await program.connect(owner)
      // The next process has read no document, and reads none at addresses that are not public.
      await paylink.restart()
      const asked = documents.asked.length
      const renewed = await program.refresh(refresh)
      expect(renewed.status).to.equal(200)
      expect(await callMcp(paylink, renewed.body.access_token as string).then(({ status }) => status)).to.equal(200)
      expect([(await other.refresh(refresh)).status, (await open(program)).status]).to.deep.equal([400, 400])
      expect(await program.revoke(renewed.body.refresh_token as string)).to.equal(200)
      expect((await program.refresh(renewed.body.refresh_token as string)).status).to.be.within(400, 401)
      expect(documents.asked.length).to.equal(asked)
    })
  })

  describe(`documents at addresses that are not public, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    for (const id of [
      ...['https://127.0.0.1/client.json', 'https://localhost:8443/client.json', 'https://10.0.0.1/client.json'],
      ...['https://169.254.169.254/latest/meta-data', 'https://[::1]/client.json', 'https://[::ffff:10.0.0.1]/c.json'],
      ...[
        'https://93.184.216.34:22/client.json',
        'http://93.184.216.34/client.json',
        'https://user@93.184.216.34/c.json',
      ],
      ...[
        'https://93.184.216.34/a/../c.json',
        'https://93.184.216.34/c.json#x',
        'file:///etc/passwd',
        'https://0x7f.1/c',
      ],
    ]) {
      it(`are not read: ${id}`, async () => {
        const program = new Program(paylink, id, HOME)
        const response = await fetch(program.authorizeUrl(), { redirect: 'manual' })
        expect([response.status, response.headers.get('location')]).to.deep.equal([400, null])
      })
    }
  })
}
