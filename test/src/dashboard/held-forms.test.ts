import { readFileSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import { HeldForms } from '@paylink/core/identity/held-forms'
import { PasswordHasher } from '@paylink/core/identity/password-hasher'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { holdHashes } from '../support/hold-hashes.js'
import { PASSWORD } from '../support/people.js'
import { dataDirWith } from '../support/third-party.js'

const SETUP = '/dashboard/test/setup'
const SECURITY = '/dashboard/test/settings/security'
/** A provider that names its secrets in its own way. */
const ODD = readFileSync(new URL('../../fixtures/third-party/index.js', import.meta.url), 'utf8').replace(
  'config: [',
  "config: [{ key: 'llave', label: 'Llave', type: 'secret' }, { key: 'firma', label: 'Firma', type: 'pem' }, { key: 'sucursal', label: 'Sucursal', type: 'string' },",
)

describe('forms whose session ended, or that must be confirmed first', () => {
  const dataDir = dataDirWith([{ id: 'acme', main: ODD }])
  let paylink: TestAppliance
  let owner: ShopPerson

  before(async () => (paylink = await TestAppliance.start('sqlite', { dataDir })))
  beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))
  after(async () => {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const endSessions = (endedAt: string | null) =>
    paylink.writer('sessions').where({ user_id: owner.userId }).update({ ended_at: endedAt })

  /** Sends the form when the session has ended. Returns where the form is after signing in again. */
  async function sendTooLate(path: string, changes: Record<string, string>, file?: [string, File]): Promise<string> {
    const form = await owner.form(path, path)
    await endSessions(paylink.clock.now().toISOString())
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...form.fields, ...changes })) body.append(name, value)
    if (file) body.append(...file)
    const headers = { Origin: paylink.url, Cookie: owner.cookie, Accept: 'text/html' }
    const reply = await fetch(paylink.url + path, { method: 'POST', redirect: 'manual', headers, body })
    await endSessions(null)
    return new URL(reply.headers.get('location') ?? '', paylink.url).searchParams.get('next') ?? ''
  }

  const keptOf = async (address: string) =>
    (await paylink.container.get(HeldForms).find(owner.userId, address.split('held=')[1] ?? ''))?.fields

  it('keep nothing that a plugin declares as a secret, whatever its name, nor what nothing declares', async () => {
    const plain = { way: 'acme', 'acme.sucursal': 'Centro' }
    const secrets = { 'acme.llave': 'abc', 'acme.firma': 'PEM', 'acme.apiKey': 'key', 'acme.other': 'x', other: 'y' }
    const next = await sendTooLate(`${SETUP}/3`, { ...plain, ...secrets, 'provider_a.secretKey': 'sk' })
    const kept = (await keptOf(next)) ?? {}
    for (const name of Object.keys({ ...secrets, 'provider_a.secretKey': '' }))
      expect(kept, name).not.to.have.property(name)
    expect(kept).to.include(plain)
    expect((await owner.get(next)).html).to.include('value="Centro"')
  })

  it('keep nothing of a form without fields to show again, such as a password', async () => {
    expect(await sendTooLate(`${SECURITY}/password`, { password: PASSWORD })).to.equal(`${SECURITY}/password`)
  })

  it('ask for a file again, at its field', async () => {
    const link = await paylink.createLink()
    const path = `/dashboard/test/links/${link.id}/mark-paid`
    const file = new File(['x'], 'recibo.png', { type: 'image/png' })
    const page = await owner.get(await sendTooLate(path, { method: 'card', note: 'Caja 2' }, ['proof', file]))
    expect(page.status).to.equal(200)
    expect(page.html)
      .to.include('Caja 2')
      .and.match(/id="proof-doubt">Vuelve a elegir el archivo\./)
    expect(page.html).to.match(/<input [^>]*aria-describedby="[^"]*proof-doubt/)
    const without = await owner.get(await sendTooLate(path, { method: 'card', note: 'Caja 3' }))
    expect(without.html).to.include('Caja 3').and.not.include('Vuelve a elegir')
  })

  it('go back to what was typed when the person confirmed who they are in another tab, and act for no one else', async () => {
    const path = '/dashboard/test/links/new'
    const { fields } = await owner.form(path, path)
    const typed = { ...fields, title: 'Pastel de boda', 'items[0].unitPrice': '245' }
    const again = await ShopPerson.again(owner)
    const reply = await again.post(path, typed)
    expect(reply.status).to.equal(403)
    const [address = ''] = /\/dashboard\/test\/links\/new\?held=\w+/.exec(reply.html) ?? []
    expect((await again.get(address)).html).to.include('value="Pastel de boda"')
    const other = await ShopPerson.signIn(paylink)
    for (const [person, at] of [
      [other, path],
      [again, '/dashboard/links/new'],
    ] as const) {
      const refused = await person.post(at, typed)
      expect([refused.status, refused.html.includes('held=')], at).to.deep.equal([403, false])
    }
    expect(await paylink.db('payment_links').where({ title: 'Pastel de boda' })).to.have.length(0)
    const form = await again.form(address, path)
    expect((await again.post(path, { ...form.fields, title: 'Pastel de boda' })).status).to.equal(303)
  })

  it('keep what was typed about the business', async () => {
    const page = await owner.get(await sendTooLate(`${SETUP}/2`, { name: 'Hermanos Ávalos' }))
    expect(page.html).to.include('value="Hermanos Ávalos"')
  })
})

describe('forms of one’s own sign-in', () => {
  let paylink: TestAppliance
  let owner: ShopPerson
  before(async () => {
    paylink = await TestAppliance.start('sqlite')
    owner = await ShopPerson.signIn(paylink)
  })
  after(() => paylink.stop())

  it('answer 404 about what is another person’s, is gone or never was', async () => {
    const other = await ShopPerson.signIn(paylink)
    const passkey = { id: 'theirs', user_id: other.userId, account_id: other.account.id, name: 'Suya' }
    const at = paylink.clock.now().toISOString()
    await paylink
      .writer('passkeys')
      .insert({ ...passkey, public_key: '', counter: 0, transports: '[]', created_at: at, last_used_at: null })
    const session = await paylink.db('sessions').where({ user_id: other.userId }).first('id')
    const { fields } = await owner.form('/dashboard/test', '/sign-out')
    const acts: [act: string, fields: Record<string, string>, text: string][] = [
      ['passkeys/:id/remove', {}, 'Esa huella o rostro no está en tu lista.'],
      ['passkeys/:id/name', { name: 'Mía' }, 'No está aquí, o es del otro modo'],
      ['sessions/:id/end', {}, 'Esa sesión no está abierta.'],
    ]
    for (const [act, typed, text] of acts) {
      for (const id of [act.startsWith('sessions') ? session.id : 'theirs', 'unknown']) {
        const reply = await owner.post(`${SECURITY}/${act.replace(':id', id)}`, { ...fields, ...typed })
        expect(reply.status, `${act} ${id}`).to.equal(404)
        expect(reply.text, act).to.include(text)
      }
    }
    expect(await paylink.db('passkeys').where({ name: 'Suya' })).to.have.length(1)
    expect((await other.get(SECURITY)).status).to.equal(200)
    const acted = await paylink.db('audit_entries').whereIn('action', ['user.passkey_removed', 'user.session_revoked'])
    expect(acted).to.have.length(0)
  })

  it('answer with the form of the password and 429 while too many are hashed', async () => {
    const hasher = paylink.container.get(PasswordHasher)
    const release = await holdHashes(() => Array.from({ length: 22 }, () => hasher.hash(PASSWORD)))
    try {
      const reply = await owner.send(`${SECURITY}/password`, { password: PASSWORD })
      expect([reply.status, reply.headers.get('retry-after')]).to.deep.equal([429, '10'])
      expect(reply.text).to.include('Espera un minuto e intenta otra vez.')
      expect(reply.html).to.include('name="password"').and.not.include(PASSWORD)
    } finally {
      await release()
    }
  })
})
