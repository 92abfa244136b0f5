import { expect } from 'chai'
import express from 'express'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorHandler } from '@paylink/core/http/error-handler'
import { invalid, Problem } from '@paylink/core/kernel/problem'
import { Sealer } from '@paylink/core/secrets/sealer'
import { formOf, seeOther, sendPage } from '@paylink/core/web/answer'
import { ConfirmStep } from '@paylink/core/web/confirm-step'
import { CSRF_FIELD, CsrfGuard } from '@paylink/core/web/csrf-guard'
import { FaultSummary, faultsOfProblem, type FormView, PostForm, TextField } from '@paylink/core/web/form'
import { renderPage } from '@paylink/core/web/layout'
import {
  pathAfterSignIn,
  SESSION_COOKIE,
  sessionGuard,
  sessionOf,
  type Sessions,
} from '@paylink/core/web/session-guard'
import { SilentLog } from '../support/ports.js'

/** Ana and Luz are signed in. */
class TwoSessions implements Sessions {
  find(token: string) {
    const principal = { surface: 'dashboard', who: { kind: 'user', id: token }, scopes: null } as const
    return Promise.resolve(['ana', 'luz'].includes(token) ? { id: `session-${token}`, principal } : undefined)
  }
}

describe('pages for people who are signed in', () => {
  let server: Server
  let url: string
  let names: string[]
  const guard = () => new CsrfGuard(new Sealer(Buffer.alloc(32)), url)

  before((done) => {
    const app = express()
    app.use(express.urlencoded({ extended: false }))
    app.use('/desk', sessionGuard(new TwoSessions(), '/sign-in'))
    app.use('/desk', (request, response, next) => {
      guard().check(request, sessionOf(response).id)
      next()
    })
    app.get('/desk/name', (_request, response) => show(response, 200, { values: { 'items[0].name': '' }, faults: [] }))
    app.post('/desk/name', (request, response) => {
      try {
        names.push(parseName(formOf(request)['items[0].name']))
        seeOther(response, '/desk/name')
      } catch (error) {
        const faults = error instanceof Problem ? faultsOfProblem(error) : []
        show(response, 422, { values: formOf(request) as Record<string, string>, faults })
      }
    })
    app.use(errorHandler('http://localhost', new SilentLog()))
    server = app.listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      done()
    })
  })
  after((done) => void server.close(done))
  beforeEach(() => (names = []))

  function show(response: express.Response, status: number, form: FormView): void {
    const csrfToken = guard().tokenFor(sessionOf(response).id)
    const body = (
      <main>
        {form.faults.length > 0 && <FaultSummary title="Check this" faults={form.faults} />}
        <PostForm action="/desk/name" csrfToken={csrfToken}>
          <TextField form={form} name="items[0].name" label="Name" hint="As on the sign" />
        </PostForm>
      </main>
    )
    sendPage(response, status, renderPage({ locale: 'en', title: 'Name', body }))
  }

  function parseName(name: unknown): string {
    if (typeof name === 'string' && name.length <= 5) return name
    throw invalid('items[0].name', 'Use at most five letters.')
  }

  const visit = (path: string, who?: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { Cookie: `x=1; ${SESSION_COOKIE}=${who ?? ''}`, ...headers }, redirect: 'manual' })

  async function send(name: string, { who = 'ana', token = tokenOf('ana'), headers = {} } = {}) {
    const body = new URLSearchParams({ 'items[0].name': name, [CSRF_FIELD]: token })
    const cookie = { Cookie: `${SESSION_COOKIE}=${who}` }
    return fetch(`${url}/desk/name`, { method: 'POST', body, headers: { ...cookie, ...headers }, redirect: 'manual' })
  }
  const tokenOf = (who: string): string => guard().tokenFor(`session-${who}`)

  it('send a visitor without a session to sign-in, with the way back', async () => {
    for (const who of [undefined, 'eve']) {
      const answer = await visit('/desk/name?tab=2', who, { Accept: 'text/html' })
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([
        303,
        '/sign-in?next=%2Fdesk%2Fname%3Ftab%3D2',
      ])
    }
    const posted = await send('Ana', { who: 'eve' })
    expect([posted.status, posted.headers.get('location')]).to.deep.equal([303, '/sign-in'])
    expect(names).to.deep.equal([])
  })

  it('answer 401 to a program that wants JSON', async () => {
    expect((await visit('/desk/name', undefined, { Accept: 'application/json' })).status).to.equal(401)
  })

  it('accept the form of their own page', async () => {
    const html = await (await visit('/desk/name', 'ana')).text()
    const [, token = ''] = new RegExp(`name="${CSRF_FIELD}" value="(\\w+)"`).exec(html) ?? []
    const sameOrigin: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'same-origin', Origin: url },
      // Without a referrer browsers hide the origin, too.
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
      // An old browser.
      {},
    ]
    for (const headers of sameOrigin) expect((await send('Ana', { token, headers })).status).to.equal(303)
    expect(names).to.deep.equal(['Ana', 'Ana', 'Ana'])
  })

  const forged: [string, () => { token?: string; headers?: Record<string, string> }][] = [
    ['no token', () => ({ token: '' })],
    ['the token of another session', () => ({ token: tokenOf('luz') })],
    [
      'a token with a changed letter',
      () => ({ token: tokenOf('ana').replace(/.$/, (end) => (end === '0' ? '1' : '0')) }),
    ],
    ['Sec-Fetch-Site: cross-site', () => ({ headers: { 'Sec-Fetch-Site': 'cross-site' } })],
    ['Sec-Fetch-Site: same-site', () => ({ headers: { 'Sec-Fetch-Site': 'same-site' } })],
    ['the origin of another site', () => ({ headers: { Origin: 'https://evil.example' } })],
  ]
  for (const [what, changes] of forged) {
    it(`refuse a form with ${what}`, async () => {
      expect((await send('Eve', changes())).status).to.equal(403)
      expect(names).to.deep.equal([])
    })
  }

  it('keep what was typed, and link each fault to its field', async () => {
    const answer = await send('Anastasia "A"')
    const html = await answer.text()
    expect(answer.status).to.equal(422)
    expect(html).to.include('value="Anastasia &quot;A&quot;"')
    expect(html).to.match(/<a href="#items\[0\]\.name">Use at most five letters\.<\/a>/)
    expect(html).to.include('aria-describedby="items[0].name-fault items[0].name-hint" aria-invalid="true"')
  })

  it('escape the name of the thing in a confirm step, and put the way back first', () => {
    const keep = { href: '/desk', label: 'Keep it' }
    const step = (
      <ConfirmStep question="Disable <b>?" action="/desk/off" csrfToken="t" keep={keep} confirm="Disable">
        Nothing is refunded.
      </ConfirmStep>
    )
    const { html } = renderPage({ locale: 'en', title: 'Disable', body: step })
    expect(html).to.include('Disable &lt;b>?')
    expect(html.indexOf('Keep it')).to.be.below(html.indexOf('>Disable</button>'))
  })
})

describe('the path after sign-in', () => {
  const cases = [
    ['/desk?tab=2', '/desk?tab=2'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['/a\r\nb', '/home'],
    [undefined, '/home'],
  ] as const
  for (const [next, path] of cases) {
    it(`${JSON.stringify(next)} leads to ${path}`, () => expect(pathAfterSignIn(next, '/home')).to.equal(path))
  }
})
