import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { CheckAuditLog } from '@paylink/core/audit/check-audit-log'
import { AUDIT_PREFIX } from '@paylink/core/connections/connection'
import { auditWords } from '@paylink/core/dashboard/audit/words'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { ROLES } from '@paylink/core/identity/role'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { actForAccount, OPERATOR, type Principal, SYSTEM } from '@paylink/core/kernel/principal'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { statementsDuring } from '../support/statements.js'

const AUDIT = '/dashboard/settings/audit'
const HOSTILE = '<img src=x onerror=alert(1)>'
const DAY = 24 * 3600_000

for (const engine of ENGINES) {
  describe(`the page of the audit log on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let cashier: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      paylink.clock.stop()
      owner = await ShopPerson.signIn(paylink)
      cashier = await ShopPerson.signIn(paylink, 'cashier')
      await paylink.change('users', cashier.userId, { name: 'Mariana' })
      await write(byUser(), 'user.role_changed', cashier.userId, { from: 'viewer', to: 'cashier' })
      await write(OPERATOR, 'account.changed', paylink.account.id, { name: { from: 'A', to: 'B' } })
      await write(SYSTEM, 'connection.error', 'conn_1', { lastError: HOSTILE })
      await write(byUser(), 'key.created', 'key_0000000001', { name: 'Sistema de inventario', mode: 'live' })
      await write(SYSTEM, 'rocket.launched', 'x', {})
    })
    after(() => paylink.stop())

    const byUser = (id = owner.userId): Principal => ({ surface: 'dashboard', who: { kind: 'user', id }, scopes: null })
    const write = (
      principal: Principal,
      action: string,
      target: string,
      details: object = {},
      accountId: string | null = paylink.account.id,
    ): Promise<void> =>
      paylink.container
        .get(UnitOfWork)
        .run((tx) => paylink.container.get(AuditLog).append(tx, principal, { accountId, action, target, details }))
    const textAt = async (query = ''): Promise<string> => (await owner.get(AUDIT + query)).text

    it('is open to owner, admin and viewer, in both modes', async () => {
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role)
        for (const mode of ['', '/test']) {
          const { status } = await person.get(AUDIT.replace('/dashboard', `/dashboard${mode}`))
          expect(status, role).to.equal(role === 'cashier' ? 403 : 200)
        }
        const { fields } = await person.form('/dashboard/settings/security', '/language')
        const { status } = await person.post(`${AUDIT}/verify`, { csrf: fields['csrf'] ?? '' })
        expect(status, role).to.equal(role === 'cashier' ? 403 : 303)
      }
    })

    it('tells in words who did what, and from where, in both languages, and shows the code of an unknown act', async () => {
      const spanish = await textAt()
      expect(spanish).to.include('Cambió un rol Mariana, de Consulta a Caja')
      expect(spanish).to.include('Línea de comandos').and.to.include('Cambió: nombre')
      expect(spanish).to.include('Marcó la forma de cobro con error').and.to.include('Automático')
      expect(spanish).to.include('Sistema de inventario, de cobros reales')
      expect(spanish).to.include('rocket.launched')
      const reader = await ShopPerson.signIn(paylink, 'viewer', undefined, 'en')
      const english = (await reader.get(AUDIT)).text
      expect(english).to.include('Changed a role Mariana, from Viewer to Cashier').and.to.include('Command line')
    })

    it('tells how a review was decided', async () => {
      const { payment } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, { review_reason: 'duplicate', review_since: payment.createdAt })
      await paylink.container.get(ResolveReview).run(payment.id, { kind: 'keep' }, 'Hablé con Ana', OPERATOR)
      expect(await textAt()).to.match(/Resolvió una revisión Lo dejó como está, “Hablé con Ana”/)
    })

    it('has words for every setting of an account that can change', async () => {
      for (const locale of ['es-MX', 'en'] satisfies PageLocale[]) {
        const { fields } = auditWords(locale).details
        expect(Object.keys(settingsOf(paylink.account)).filter((name) => !(name in fields))).to.deep.equal([])
      }
      const principal = actForAccount(OPERATOR, paylink.account.id)
      await paylink.container.get(ChangeAccount).run(principal, { sheetTo: 'ale@contadores.mx' })
      expect(await textAt()).to.include('Cambió: a quién le llega la hoja de cada mes ')
    })

    it('escapes what other servers sent', async () => {
      const { html } = await owner.get(AUDIT)
      expect(html).to.include('&lt;img src=x').and.not.to.include(HOSTILE)
    })

    it('finds by person, by kind of act, by words, by the id of a thing, and by period, and combines them', async () => {
      const found = async (query: string) => {
        const text = await textAt(query)
        const has = (name: string) => text.slice(text.indexOf('Qué hizo')).includes(name)
        return ['Cambió un rol', 'Cambió los datos del negocio', 'Creó una llave'].map(has)
      }
      expect(await found('?by=operator')).to.deep.equal([false, true, false])
      expect(await found(`?by=user%3A${owner.userId}`)).to.deep.equal([true, false, true])
      expect(await found('?what=developers')).to.deep.equal([false, false, true])
      expect(await found(`?what=team&by=user%3A${owner.userId}`)).to.deep.equal([true, false, false])
      expect(await found('?q=inventario')).to.deep.equal([false, false, true])
      expect(await found('?q=llave')).to.deep.equal([false, false, true])
      expect(await found('?q=l%C3%ADnea+de+com')).to.deep.equal([false, true, false])
      expect(await found('?q=key_0000000001')).to.deep.equal([false, false, true])
      expect(await found('?by=made-up&what=nothing&when=never')).to.deep.equal([true, true, true])
      expect(await textAt('?q=zzzz'))
        .to.include('Nada coincide')
        .and.to.include('“zzzz”')
      paylink.clock.advance(40 * DAY)
      const later = await ShopPerson.signIn(paylink)
      expect((await later.get(`${AUDIT}?when=today`)).text)
        .to.include('Entró')
        .and.not.to.include('Creó una llave')
      paylink.clock.advance(-40 * DAY)
    })

    it('shows nothing of another account, but what is about the whole installation', async () => {
      const elsewhere = await ShopPerson.otherAccount(paylink)
      await write(OPERATOR, 'key.created', 'key_else', { name: 'Llave ajena' }, elsewhere.id)
      await write(OPERATOR, 'plugin.enabled', 'cobra', { version: '1.2.3' }, null)
      const text = await textAt()
      expect(text).not.to.include('Llave ajena')
      expect(text).to.include('Activó un plugin')
      expect(await textAt('?q=ajena')).to.include('Nada coincide')
    })

    it('leads through all entries by its cursors, each once, and takes no made-up one', async () => {
      for (let turn = 0; turn < 60; turn++) await write(byUser(), 'key.revoked', `key_${turn}`)
      const seen: string[] = []
      let path: string | null = `${AUDIT}?what=developers`
      for (let page = 0; path !== null && page < 10; page++) {
        const { html }: { html: string } = await owner.get(path)
        seen.push(...[...html.matchAll(/q=(key_\w+)"/g)].map(([, id = '']) => id))
        const [, next = null] = /href="([^"]*[?&;]older=[^"]*)"/.exec(html) ?? []
        path = next === null ? null : next.replaceAll('&amp;', '&')
      }
      const revoked = seen.filter((id) => /^key_\d{1,2}$/.test(id))
      expect(revoked).to.have.length(60)
      expect(new Set(revoked).size).to.equal(60)
      for (const cursor of [
        'older=zzz',
        'newer=1.a',
        'older=1.abc',
        'older=zzzzzzzzzz.1',
        'newer=0.99999999999999999',
      ]) {
        expect((await owner.get(`${AUDIT}?${cursor}`)).status, cursor).to.be.oneOf([200, 303])
      }
    })

    it('reads a bounded number of rows for a page, whatever is searched for', async () => {
      for (const query of ['', '?q=zzzz', '?what=connections', '?by=system&q=zzzz', '?when=month']) {
        const sent = await statementsDuring(paylink, () => owner.get(AUDIT + query))
        const walks = sent.filter((sql) => /from audit_entries/.test(sql) && /union all/.test(sql))
        expect(walks.length, query).to.be.within(1, 21)
        for (const sql of walks) expect(sql).to.match(/order by at desc, seq desc limit 101/)
      }
    })

    it('shows the hash of the last entry, and finds one that was kept elsewhere', async () => {
      const head = await paylink.container.get(AuditLog).head()
      const page = await owner.get(AUDIT)
      expect(page.html).to.include(`value="${head.hash}"`)
      expect(page.text).to.include(`la huella del renglón ${head.seq}`)
      await write(SYSTEM, 'rocket.launched', 'later', {})
      for (const hash of [head.hash, ` ${head.hash.toUpperCase()} `]) {
        expect(await textAt(`?hash=${encodeURIComponent(hash)}`)).to.include(
          'La bitácora tiene el renglón de esa huella',
        )
      }
      const missing = await owner.get(`${AUDIT}?hash=${'a'.repeat(64)}`)
      expect(missing.text).to.include('La bitácora ya no tiene el renglón de esa huella')
      expect(missing.html).to.match(/class="chain broken" role="alert"/)
      expect(await textAt(), 'what one asks is not told to others')
        .to.include('Cadena completa')
        .and.not.include('ya no tiene')
      const wrong = await owner.get(`${AUDIT}?hash=${encodeURIComponent('<b>12</b>')}`)
      expect([wrong.status, wrong.text.includes('Una huella tiene 64')]).to.deep.equal([422, true])
      expect(wrong.html).not.to.include('<b>12</b>')
    })

    it('verifies the chain at a press and up to which entry, and names the first broken one', async () => {
      await owner.send(AUDIT, {}, '/verify')
      expect(await textAt()).to.match(/Cadena completa hasta las? \d{1,2}:\d\d\./)
      const reader = await ShopPerson.signIn(paylink, 'viewer', undefined, 'en')
      expect((await reader.get(AUDIT)).text).to.match(/Chain intact up to \d{1,2}:\d\d [AP]M\./)
      await paylink.writer('audit_head').update({ hash: 'f'.repeat(64) })
      await owner.send(AUDIT, {}, '/verify')
      const { text, html } = await owner.get(AUDIT)
      expect(text)
        .to.include('La cadena está rota.')
        .and.to.match(/El primer renglón que no cuadra es el \d+/)
      expect(html).to.match(/class="chain broken" role="alert"/)
    })

    it('tells nothing of a kept hash where the chain is broken', async () => {
      const { text } = await owner.get(`${AUDIT}?hash=${'a'.repeat(64)}`)
      expect(text).to.include('La cadena está rota, así que no se puede saber')
    })

    it('searches for one hash at a time', async () => {
      const check = paylink.container.get(CheckAuditLog)
      const found = await Promise.all(['a', 'b'].map((letter) => check.find(letter.repeat(64))))
      expect(found).to.deep.equal(['unknown', 'running'])
    })

    it('checks once at a time', async () => {
      const check = paylink.container.get(CheckAuditLog)
      const sent = await statementsDuring(paylink, () => Promise.all([check.run(), check.run(), check.run()]))
      expect(sent.filter((sql) => /from audit_head where id = 1/.test(sql))).to.have.length(1)
    })
  })
}

describe('the words of the audit log', () => {
  const sources = new URL('../../../core/src/', import.meta.url)
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/generated|dashboard|web[\\/]theme/.test(name))
    .map((name) => readFileSync(new URL(name, sources), 'utf8'))
  const appended = new Set(
    files.flatMap((text) =>
      [...text.matchAll(/\baction(?::| =) '([a-z_.]+)'|\.audit\(tx, \w+, '([a-z_.]+)'/g)].map(
        ([, one, other]) => one ?? other ?? '',
      ),
    ),
  )

  it('cover every act that is written, in both languages', () => {
    expect(appended.size).to.be.above(30)
    for (const locale of ['es-MX', 'en'] satisfies PageLocale[]) {
      const { actions } = auditWords(locale)
      const statuses = ['active', 'error', 'disconnected', 'connected']
      const prefixes = Object.values(AUDIT_PREFIX)
      const decisions = ['approval.granted', 'approval.declined']
      const named = [...appended, ...decisions].filter((action) => action.includes('.'))
      const connections = prefixes.flatMap((prefix) => statuses.map((status) => `${prefix}.${status}`))
      for (const action of [...named, ...connections]) expect(actions, `${locale} ${action}`).to.have.property(action)
      for (const action of [...appended].filter((one) => !one.includes('.'))) {
        const isNamed = prefixes.some((prefix) => `${prefix}.${action}` in actions)
        expect(isNamed, `${locale} ${action}`).to.equal(true)
      }
    }
  })
})
