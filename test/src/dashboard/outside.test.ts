import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { ConfirmIdentity } from '@paylink/core/identity/confirm-identity'
import { HashQueueFullError } from '@paylink/core/identity/hash-queue'
import { PasswordHasher } from '@paylink/core/identity/password-hasher'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { formsIn, textOf } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { holdHashes } from '../support/hold-hashes.js'
import { PASSWORD, People, placeAt } from '../support/people.js'

const EMAIL = 'lupita@tienda.example'

for (const engine of ENGINES) {
  describe(`the pages without a session on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let setUp: string

    before(async () => {
      paylink = await TestAppliance.start(engine)
      people = new People(paylink)
      setUp = (await paylink.container.get(SetUpAddress).find()) ?? ''
      await people.owner(EMAIL)
    })
    after(() => paylink.stop())

    const post = (path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Response> =>
      fetch(paylink.url + path, {
        ...{ method: 'POST', redirect: 'manual' },
        headers: { Accept: 'text/html', ...headers },
        body: new URLSearchParams(fields),
      })

    const SIGN_IN = { email: EMAIL, password: PASSWORD }

    it('take forms from their own origin alone, and answer others with a page', async () => {
      const own = paylink.url
      const refused: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site', Origin: own },
        { 'Sec-Fetch-Site': 'same-site', Origin: own },
        { Origin: 'https://example.com' },
      ]
      const paths = ['/dashboard/sign-in', '/dashboard/sign-in/code', '/dashboard/sign-in/forgot', '/dashboard/reset/x']
      for (const headers of refused) {
        for (const path of paths) {
          const reply = await post(path, SIGN_IN, headers)
          expect(reply.status, `${path} ${JSON.stringify(headers)}`).to.equal(403)
          expect(reply.headers.getSetCookie()).to.deep.equal([])
          expect(reply.headers.get('content-type')).to.match(/^text\/html/)
        }
      }
      const accepted = await post('/dashboard/sign-in', SIGN_IN, { 'Sec-Fetch-Site': 'same-origin', Origin: own })
      expect(accepted.status).to.equal(303)
    })

    it('open from a link of another site, such as webmail', async () => {
      const token = await people.invite('webmail@tienda.example')
      for (const path of ['/sign-in', '/sign-in/forgot', `/invitation/${token}`]) {
        const headers = { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://mail.example/' }
        const reply = await fetch(`${paylink.url}/dashboard${path}`, { headers })
        expect(reply.status, path).to.equal(200)
      }
    })

    it('take small forms without files', async () => {
      const files = new FormData()
      files.set('email', EMAIL)
      const many = Array.from({ length: 600 }, (_, index): [string, string] => [`f${index}`, ''])
      const bodies: [BodyInit, number][] = [
        [files, 415],
        [new URLSearchParams(many), 400],
        [new URLSearchParams({ email: 'x'.repeat(70_000) }), 413],
      ]
      for (const [body, status] of bodies) {
        const headers = { Accept: 'text/html', Origin: paylink.url }
        const reply = await fetch(`${paylink.url}/dashboard/sign-in`, { method: 'POST', headers, body })
        expect(reply.status).to.equal(status)
      }
    })

    it('set the session cookie for scripts and other sites out of reach, and a new one at each sign-in', async () => {
      const [first, second] = await Promise.all(
        [1, 2].map(() => post('/dashboard/sign-in', SIGN_IN, { Origin: paylink.url })),
      )
      const cookies = first?.headers.getSetCookie() ?? []
      const session = cookies.find((cookie) => cookie.startsWith('paylink_session='))
      expect(session).to.match(/; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/)
      expect(second?.headers.getSetCookie()).not.to.include(session)
      expect(first?.headers.get('location')).to.equal('/dashboard')
    })

    it('do not take over a session that was planted', async () => {
      const planted = 'paylink_session=planted; paylink_sign_in=planted'
      const reply = await post('/dashboard/sign-in', SIGN_IN, { Origin: paylink.url, Cookie: planted })
      expect(reply.headers.getSetCookie().join()).not.to.include('planted')
      const page = await fetch(`${paylink.url}/dashboard/sign-in/code`, {
        ...{ redirect: 'manual', headers: { Cookie: planted } },
      })
      expect(page.status).to.equal(303)
      expect(page.headers.get('location')).to.include('/dashboard/sign-in?news=expired')
    })

    it('answer a reset alike for every address', async () => {
      const answers = await Promise.all(
        [EMAIL, 'no-one@tienda.example', '', 'x'.repeat(5000)].map(async (email) => {
          const reply = await post('/dashboard/sign-in/forgot', { email }, { Origin: paylink.url })
          return [reply.status, textOf(await reply.text())]
        }),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).to.equal(1)
    })

    it('answer a reset at a fixed time, long after it was made or not', async () => {
      const answered: string[] = []
      paylink.timer.hold(250)
      try {
        const posts = [EMAIL, 'no-one@tienda.example'].map(async (email) => {
          await post('/dashboard/sign-in/forgot', { email }, { Origin: paylink.url })
          answered.push(email)
        })
        for (let index = 0; index < 10; index++) await (await fetch(`${paylink.url}/dashboard/sign-in/forgot`)).text()
        expect(answered).to.deep.equal([])
        paylink.timer.release()
        await Promise.all(posts)
      } finally {
        paylink.timer.release()
      }
    })

    it('show nothing behind an address that is used, unknown or made up', async () => {
      const addresses = [setUp, setUp.replace(/.$/, '0'), setUp.replace('/setup/', '/invitation/')]
      for (const address of [...addresses, `${paylink.url}/dashboard/reset/invt_x.y`]) {
        const reply = await fetch(address)
        expect(reply.status, address).to.equal(404)
        const html = await reply.text()
        expect(textOf(html)).to.include('Este enlace ya se usó.')
        expect(formsIn(html)).to.deep.equal([])
        expect((await post(new URL(address).pathname, { name: 'x' }, { Origin: paylink.url })).status).to.equal(404)
      }
      expect((await fetch(setUp)).headers.get('referrer-policy')).to.equal('same-origin')
    })

    it('take a second press of an invitation to where the first one went', async () => {
      const path = `/dashboard/invitation/${await people.invite('beto@tienda.example')}`
      const fields = { name: 'Beto', password: PASSWORD }
      const joined = await post(path, fields, { Origin: paylink.url })
      expect(joined.status).to.equal(303)
      const session = joined.headers.getSetCookie().find((cookie) => cookie.startsWith('paylink_session=')) ?? ''
      const again = await post(path, fields, { Origin: paylink.url, Cookie: session.split(';')[0] ?? '' })
      expect([again.status, again.headers.get('location')]).to.deep.equal([303, '/dashboard'])
      expect((await post(path, fields, { Origin: paylink.url })).status, 'another browser').to.equal(404)
    })

    it('answer with their form and 429 while too many passwords are hashed, and do not use the address up', async () => {
      const { container, account } = paylink
      const hasher = container.get(PasswordHasher)
      const token = await people.invite('carla@tienda.example')
      const principal = actForAccount(OPERATOR, account.id)
      const made = await container.get(RequestReset).forMember(principal, EMAIL, { clearsSecondFactor: false })
      const { session } = await people.join('dani@tienda.example', 'viewer')
      const release = await holdHashes(() => Array.from({ length: 22 }, () => hasher.hash(PASSWORD)))
      try {
        const own = { Origin: paylink.url }
        const paths = [`/dashboard/invitation/${token}`, new URL(made.address).pathname]
        for (const path of paths) {
          const reply = await post(path, { name: 'Carla', password: PASSWORD }, own)
          expect([reply.status, reply.headers.get('retry-after')], path).to.deep.equal([429, '10'])
          expect(formsIn(await reply.text()).map(({ action }) => action)).to.deep.equal([path])
        }
        const confirm = container.get(ConfirmIdentity).run(session, { password: PASSWORD }, placeAt())
        expect(await confirm.catch((error: unknown) => error)).to.be.instanceOf(HashQueueFullError)
      } finally {
        await release()
      }
      const reset = await post(new URL(made.address).pathname, { password: PASSWORD }, { Origin: paylink.url })
      expect(reset.status).to.equal(303)
      expect(reset.headers.getSetCookie().join()).to.match(/paylink_device=/)
    })

    it('keep the answer about a new passkey out of caches', async () => {
      const path = `/dashboard/invitation/${await people.invite('eva@tienda.example')}/passkey/options`
      for (const name of ['', 'Eva']) {
        const reply = await post(path, { name }, { Origin: paylink.url })
        expect([reply.status, reply.headers.get('cache-control')]).to.deep.equal([name === '' ? 422 : 200, 'no-store'])
      }
    })

    it('never log or keep a one-time address', async () => {
      const token = await people.invite('ana@tienda.example')
      await fetch(`${paylink.url}/dashboard/invitation/${token}`)
      await post(`/dashboard/invitation/${token}`, { name: '' }, { Origin: paylink.url })
      const { log, db } = paylink
      const kept = JSON.stringify([log.entries, await db('access_lines'), await db('invitations')])
      expect(kept).not.to.include(token.split('.')[1])
    })

    it('are in the language that was chosen, else in that of the browser', async () => {
      const titleIn = async (query: string, language: string): Promise<string> => {
        const reply = await fetch(`${paylink.url}/dashboard/sign-in${query}`, {
          headers: { 'Accept-Language': language },
        })
        return /<h1>([^<]*)/.exec(await reply.text())?.[1] ?? ''
      }
      expect(await titleIn('', 'en-GB')).to.equal('Sign in')
      expect(await titleIn('', 'fr')).to.equal('Entra a tu panel')
      expect(await titleIn('?lang=en', 'es')).to.equal('Sign in')
      expect(await titleIn('?lang=es', 'en')).to.equal('Entra a tu panel')
    })
  })
}
