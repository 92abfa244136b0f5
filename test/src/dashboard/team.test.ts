import { expect } from 'chai'
import { ROLES } from '@paylink/core/identity/role'
import { TestAppliance } from '../support/appliance.js'
import { formsIn, type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { People } from '../support/people.js'

const TEAM = '/dashboard/settings/team'
const HOSTILE = '<script>alert(1)</script>"\'&'
const LATER = 11 * 60_000

for (const engine of ENGINES) {
  describe(`the page of the team on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      people = new People(paylink)
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      await paylink.writer('users').update({ disabled_at: paylink.clock.now().toISOString(), email_key: null })
      await paylink.writer('invitations').del()
      owner = await ShopPerson.signIn(paylink)
    })

    const pageOf = ({ userId }: { userId: string }): string => `${TEAM}/people/${userId}`
    const rowOf = (id: string) => paylink.db('users').where({ id }).first()
    const acts = (target: string) => people.acts(target)
    const location = ({ headers }: PageReply) => headers.get('location')
    const invite = (fields: Record<string, string | null>) => owner.send(TEAM, fields, '/invitations')
    const openInvitations = () => paylink.db('invitations').whereNull('withdrawn_at').whereNull('used_at')

    it('is open to owners alone, in both modes', async () => {
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        for (const mode of ['', '/test']) {
          const path = TEAM.replace('/dashboard', `/dashboard${mode}`)
          expect((await person.get(path)).status, role).to.equal(role === 'owner' ? 200 : 403)
          const { fields } = await person.form(`/dashboard${mode}/settings/security`, '/language')
          for (const act of ['/invitations', '/second-factor', `/people/${owner.userId}/remove`]) {
            const { status } = await person.post(path + act, { csrf: fields['csrf'] ?? '', role: 'x', required: 'off' })
            if (role !== 'owner') expect(status, `${role} ${act}`).to.equal(403)
          }
        }
      }
      expect(await rowOf(owner.userId), 'still there').to.include({ role: 'owner' })
    })

    it('shows who signs in, how, and since when not, and escapes their names', async () => {
      const member = await ShopPerson.signIn(paylink, 'cashier')
      await paylink.change('users', member.userId, { name: HOSTILE, password: 'hash' })
      const { status, text, html } = await owner.get(TEAM)
      expect(status).to.equal(200)
      expect(text).to.include('Caja').and.to.include('Solo contraseña').and.to.include('(tú)')
      expect(text).to.include(HOSTILE.replace(/\s+/g, ' '))
      expect(html).not.to.include('<script>alert')
      expect((await owner.get(pageOf(member))).html).not.to.include('<script>alert')
      expect((await owner.get(`${pageOf(member)}/remove`)).html).not.to.include('<script>alert')
    })

    it('without a mail server shows the one-time address once, which opens, and a viewer is chosen', async () => {
      const form = await owner.form(TEAM, '/invitations')
      expect(form.fields['role']).to.equal('viewer')
      const reply = await owner.post(form.action, { ...form.fields, email: 'ana@tienda.example', role: 'viewer' })
      expect([reply.status, reply.headers.get('cache-control')]).to.deep.equal([200, 'no-store'])
      const [address = ''] = /https?:\/\/[^\s<"]+\/dashboard\/invitation\/[\w.]+/.exec(reply.text) ?? []
      expect((await fetch(address)).status).to.equal(200)
      expect((await owner.get(TEAM)).html).not.to.include(People.tokenIn(address))

      const twice = await owner.post(form.action, { ...form.fields, email: 'ana@tienda.example', role: 'viewer' })
      expect(twice.text, 'a second press shows the same').to.include(address)
      expect(await openInvitations()).to.have.length(1)
      const other = await owner.post(form.action, { ...form.fields, email: 'eva@tienda.example', role: 'viewer' })
      expect([other.status, other.text.includes('Ya habías mandado este formulario')]).to.deep.equal([422, true])
    })

    it('refuses a wrong address, one that has a sign-in, and a role that is none; what was typed stays', async () => {
      for (const [email, role, message] of [
        ['nowhere', 'admin', 'Escribe un correo'],
        ['', 'admin', 'Escribe un correo'],
        [`${owner.userId}@TIENDA.example`, 'admin', 'Ese correo ya tiene acceso'],
        ['ana@tienda.example', 'boss', 'Elige qué podrá hacer'],
        ['ana@tienda.example', null, 'Elige qué podrá hacer'],
      ] as const) {
        const reply = await invite({ email, role })
        expect([reply.status, reply.text.includes(message)], message).to.deep.equal([422, true])
        const shown = formsIn(reply.html).find(({ action }) => action.endsWith('/invitations'))
        expect(shown?.fields['email']).to.equal(email)
        if (role === 'admin') expect(shown?.fields['role']).to.equal(role)
      }
      expect(await openInvitations()).to.have.length(0)
    })

    it('withdraws an invitation, or invites again in its place; a second press does no harm', async () => {
      await invite({ email: 'ana@tienda.example', role: 'cashier' })
      const [first] = await openInvitations()
      const at = `${TEAM}/invitations/${first.id}`
      expect((await owner.get(at)).text).to.include('Invitación para ana@tienda.example')
      const again = await owner.form(at, '/again')
      expect((await owner.post(again.action, again.fields)).text).to.include('/dashboard/invitation/')
      const repeated = await owner.post(again.action, again.fields)
      expect([repeated.status, repeated.text.includes('ya no está abierta')]).to.deep.equal([404, true])
      const [second, ...others] = await openInvitations()
      expect(others).to.deep.equal([])
      expect(second).to.include({ role: 'cashier', email: 'ana@tienda.example' })
      expect(second.id).not.to.equal(first.id)
      expect((await owner.get(at)).status).to.equal(404)

      const withdraw = await owner.form(`${TEAM}/invitations/${second.id}`, '/withdraw')
      expect(location(await owner.post(withdraw.action, withdraw.fields))).to.match(/saved=withdrawn$/)
      expect((await owner.post(withdraw.action, withdraw.fields)).status).to.equal(404)
      expect(await openInvitations()).to.have.length(0)
      expect(await acts(second.id)).to.deep.equal(['user.invitation_withdrawn', 'user.invited'])
    })

    it('changes a role and removes a person, whose sessions end at once', async () => {
      const member = await ShopPerson.signIn(paylink, 'cashier')
      const reply = await owner.send(pageOf(member), { role: 'admin' }, '/role')
      expect([reply.status, location(reply)]).to.deep.equal([303, `${TEAM}?saved=role`])
      expect((await member.get('/dashboard/links')).status).to.equal(303)
      expect(await rowOf(member.userId)).to.include({ role: 'admin' })

      const question = await owner.get(`${pageOf(member)}/remove`)
      expect(question.text).to.include('¿Quitar a Lupita cashier de tu equipo?').and.to.include('se quedan igual')
      const form = await owner.form(`${pageOf(member)}/remove`, '/remove')
      expect(location(await owner.post(form.action, form.fields))).to.equal(`${TEAM}?saved=removed`)
      const second = await owner.post(form.action, form.fields)
      expect([second.status, second.text.includes('ya no está en tu equipo')]).to.deep.equal([404, true])
      expect(await acts(member.userId)).to.deep.equal(['user.removed', 'user.role_changed', 'user.signed_in'])
      expect((await owner.get(`${TEAM}?saved=removed`)).text).to.include('Ya no está en tu equipo.')
    })

    it('offers nothing that would leave no owner, names the reason, and refuses a forged form', async () => {
      const own = pageOf(owner)
      const { text, html } = await owner.get(own)
      expect(text).to.include('Es la única persona titular')
      expect(html).not.to.match(/\/(role|remove)"/)
      expect(location(await owner.get(`${own}/remove`))).to.equal(own)
      const { fields } = await owner.form(TEAM, '/invitations')
      for (const [path, changes] of [
        ['role', { role: 'viewer' }],
        ['remove', {}],
      ] as const) {
        const reply = await owner.post(`${own}/${path}`, { csrf: fields['csrf'] ?? '', ...changes })
        expect([reply.status, reply.text.includes('Es la única persona titular')], path).to.deep.equal([422, true])
      }
      expect(await rowOf(owner.userId)).to.include({ role: 'owner', disabled_at: null })
    })

    it('keeps one owner when two remove or demote each other at once', async () => {
      for (const act of ['remove', 'role'] as const) {
        const [one, other] = [await ShopPerson.signIn(paylink), await ShopPerson.signIn(paylink)]
        await paylink.change('users', owner.userId, { role: 'viewer' })
        const press = async (who: ShopPerson, whom: ShopPerson) => {
          const path = act === 'remove' ? `${pageOf(whom)}/remove` : pageOf(whom)
          const { action, fields } = await who.form(path, `/${act}`)
          return () => who.post(action, { ...fields, role: 'viewer' })
        }
        const presses = [await press(one, other), await press(other, one)]
        await Promise.all(presses.map((send) => send()))
        const owners = await paylink.db('users').where({ role: 'owner' }).whereNull('disabled_at').pluck('id')
        expect(owners, act).to.have.length(1)
        await paylink.writer('users').update({ disabled_at: paylink.clock.now().toISOString(), email_key: null })
        owner = await ShopPerson.signIn(paylink)
      }
    })

    it('of three owners who remove each other in a circle lets none act who was removed before', async () => {
      const [one, other] = [await ShopPerson.signIn(paylink), await ShopPerson.signIn(paylink)]
      const ring = [owner, one, other]
      const sends = await Promise.all(
        ring.map(async (who, at) => {
          const whom = ring[(at + 1) % ring.length] ?? owner
          const { action, fields } = await who.form(`${pageOf(whom)}/remove`, '/remove')
          return () => who.post(action, fields)
        }),
      )
      await Promise.all(sends.map((send) => send()))
      const removed = await paylink.db('audit_entries').where({ action: 'user.removed' }).orderBy('seq')
      const gone = new Set<string>()
      for (const { actor, target } of removed.filter((row: any) => ring.some(({ userId }) => userId === row.target))) {
        expect(gone.has(actor), 'acted after their removal').to.equal(false)
        gone.add(target)
      }
    })

    it('signs an owner out who gave up the role or left, and says so', async () => {
      await ShopPerson.signIn(paylink)
      const demoted = await owner.send(pageOf(owner), { role: 'viewer' }, '/role')
      expect(location(demoted)).to.equal('/dashboard/sign-in?news=ownRole')
      expect((await owner.get('/dashboard/sign-in?news=ownRole')).text).to.include('Tu rol cambió.')
      const leaver = await ShopPerson.signIn(paylink)
      expect((await leaver.get(`${pageOf(leaver)}/remove`)).text).to.match(/¿Salir de .+\?/)
      expect(location(await leaver.send(`${pageOf(leaver)}/remove`, {}))).to.equal('/dashboard/sign-in?news=left')
      expect((await leaver.get('/dashboard')).status).to.equal(303)
      expect(await rowOf(leaver.userId)).to.include({ email_key: null })
    })

    it('asks for a proof of identity before every act, and keeps what was typed', async () => {
      const member = await ShopPerson.signIn(paylink, 'viewer')
      const forms = [
        await owner.form(TEAM, '/invitations'),
        await owner.form(pageOf(member), '/role'),
        await owner.form(`${pageOf(member)}/remove`, '/remove'),
      ]
      paylink.clock.advance(LATER)
      for (const { action, fields } of forms) {
        const reply = await owner.post(action, { ...fields, email: 'ana@tienda.example', role: 'admin' })
        expect(location(reply), action).to.match(/\/dashboard\/confirm\?next=/)
      }
      expect(await rowOf(member.userId)).to.include({ role: 'viewer', disabled_at: null })
      const next = new URL(
        location(await owner.post(forms[0]?.action ?? '', { ...forms[0]?.fields, email: 'ana@tienda.example' })) ?? '',
        paylink.url,
      )
      const shown = await owner.get(next.searchParams.get('next') ?? '')
      expect(shown.html).to.include('ana@tienda.example')
    })

    it('requires a second factor of everyone, by those who have one, names whom it affects, and takes it back', async () => {
      const member = await ShopPerson.signIn(paylink, 'cashier')
      const before = await owner.get(TEAM)
      expect(before.text).to.include('Antes agrega el tuyo en Tu acceso')
      expect(before.html).not.to.match(/action="[^"]*\/second-factor"/)
      const { fields } = await owner.form(TEAM, '/invitations')
      const forged = await owner.post(`${TEAM}/second-factor`, { csrf: fields['csrf'] ?? '', required: 'on' })
      expect(forged.status).to.equal(422)
      await addPasskey(owner.userId)
      const { text } = await owner.get(TEAM)
      expect(text).to.include('Hoy sería Lupita cashier.')
      expect(location(await owner.send(TEAM, { required: 'on' }, '/second-factor'))).to.match(/saved=required$/)
      expect((await owner.get(TEAM)).status).to.equal(200)
      expect(location(await member.get('/dashboard/links'))).to.equal('/dashboard/settings/security')
      expect(location(await owner.send(TEAM, { required: 'off' }, '/second-factor'))).to.match(/saved=not_required$/)
      expect((await member.get('/dashboard/links')).status).to.equal(200)
    })

    it('helps a person who lost their second factor, with a reset that removes it', async () => {
      const email = `fer${paylink.clock.now().getTime()}@tienda.example`
      const { session } = await people.join(email, 'cashier')
      await addPasskey(session.user.id)
      const at = pageOf({ userId: session.user.id })
      expect((await owner.get(at)).text).to.include('Perdió su segundo paso')
      const reply = await owner.send(`${at}/second-factor`, {})
      const [address = ''] = /https?:\/\/[^\s<"]+\/dashboard\/reset\/[\w.]+/.exec(reply.text) ?? []
      expect(reply.status).to.equal(200)
      expect(await paylink.db('passkeys').where({ user_id: session.user.id }), 'until it is used').to.have.length(1)
      const used = await owner.withCookie('').post(address, { password: 'another password of hers' })
      expect(location(used)).to.match(/news=reset/)
      expect(await paylink.db('passkeys').where({ user_id: session.user.id })).to.have.length(0)
      const [request] = await paylink
        .db('audit_entries')
        .where({ action: 'user.reset_requested', target: session.user.id })
      expect(request).to.include({ actor: owner.userId, surface: 'dashboard', details: '{"clearsSecondFactor":true}' })
      expect((await owner.get(`${at}/second-factor`)).status, 'nothing left to remove').to.equal(404)
      await addPasskey(owner.userId)
      expect((await owner.get(`${pageOf(owner)}/second-factor`)).status, 'of oneself').to.equal(404)
    })

    it('knows no person and no invitation of another account', async () => {
      const elsewhere = await ShopPerson.otherAccount(paylink)
      const stranger = await ShopPerson.signIn(paylink, 'viewer', elsewhere.id)
      const token = await people.invite('eva@otra.example', 'viewer', elsewhere.id)
      const [invitation = ''] = token.split('.')
      const { fields } = await owner.form(TEAM, '/invitations')
      const csrf = fields['csrf'] ?? ''
      for (const path of [pageOf(stranger), `${pageOf(stranger)}/remove`, `${TEAM}/invitations/${invitation}`]) {
        expect((await owner.get(path)).status, path).to.equal(404)
      }
      for (const [path, given] of [
        [`${pageOf(stranger)}/remove`, {}],
        [`${pageOf(stranger)}/role`, { role: 'owner' }],
        [`${pageOf(stranger)}/second-factor`, {}],
        [`${TEAM}/invitations/${invitation}/withdraw`, {}],
        [`${TEAM}/invitations/${invitation}/again`, {}],
      ] as const) {
        expect((await owner.post(path, { csrf, ...given })).status, path).to.equal(404)
      }
      expect(await rowOf(stranger.userId)).to.include({ role: 'viewer', disabled_at: null })
      expect((await owner.get(TEAM)).text).not.to.include('eva@otra.example')
    })

    async function addPasskey(userId: string): Promise<void> {
      await paylink.writer('passkeys').insert({
        ...{ id: `pk_${userId}_${paylink.clock.now().getTime()}`, user_id: userId, account_id: paylink.account.id },
        ...{ name: 'Phone', public_key: 'AA', counter: 0, transports: '[]' },
        ...{ created_at: paylink.clock.now().toISOString(), last_used_at: null },
      })
    }
  })
}
