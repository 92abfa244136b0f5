import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { Generation } from '@paylink/core/database/generation'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { OwnCodes } from '@paylink/core/identity/own-codes'
import { SecondStep } from '@paylink/core/identity/second-step'
import { HeldForms } from '@paylink/core/identity/held-forms'
import { iso, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import type { Problem } from '@paylink/core/kernel/problem'
import { MailAddresses } from '@paylink/core/mail/addresses'
import { ReceiveReport } from '@paylink/core/mail/receive-report'
import { writeRotation } from '@paylink/core/secrets/key-rotation.repository'
import { SEALED_COLUMNS } from '@paylink/core/secrets/sealed-columns'
import { Sealer } from '@paylink/core/secrets/sealer'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { Workers } from '@paylink/core/work/workers.repository'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { callMcp, Program } from '../oauth/program.js'
import { eventually } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { runBesideOthers } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { People, placeAt, type SignedIn } from '../support/people.js'
import { TestTimer } from '../support/ports.js'
import { FIRST_KEY, RotatingShop } from './rotating-shop.js'

const STEP_MS = 30_000

for (const engine of ENGINES) {
  describe(`secrets rotate beside a running server on ${engine} (I52)`, () => {
    let shop: RotatingShop
    let people: People
    let person: SignedIn
    let totp: string
    let recoveryCodes: string[]
    let program: Program
    let tokens: { access_token: string; refresh_token: string }
    let report: Awaited<ReturnType<RotatingShop['rotate']>>

    const now = () => shop.paylink.clock.now().getTime()
    const opened = (url: string) => fetch(url).then(({ status }) => status)
    const code = () => new TOTP({ secret: totp }).generate({ timestamp: now() })

    async function signedUrl(): Promise<string> {
      const { paymentId } = await shop.invoices.stamped()
      return (await shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)).body.pdfUrl
    }

    async function givesCode(text: string): Promise<string> {
      const outcome = await people.afterPassword(person.email)
      const token = outcome.outcome === 'second step' ? outcome.token : ''
      const place = placeAt('198.51.100.1')
      return (await shop.paylink.container.get(SecondStep).withCode(token, text, { place, trust: false })).outcome
    }

    before(async () => {
      shop = await RotatingShop.open(engine)
      const { paylink } = shop
      people = new People(paylink)
      await people.owner()
      person = await people.join('ana@tienda.example', 'admin')
      const codes = paylink.container.get(OwnCodes)
      totp = (await codes.enrol(person.session, 'Taller Luna')).secret
      recoveryCodes = (await codes.confirm(person.session, code(), placeAt())).codes
      await paylink.container
        .get(HeldForms)
        .keep({ id: person.session.user.id, accountId: paylink.account.id }, '/x', {})
      program = await Program.register(paylink)
      const grant = await program.code(await ShopPerson.signIn(paylink))
      tokens = (await program.redeem(grant)).body
    })
    after(() => shop.close())

    it('answers every request meanwhile, and seals everything anew', async () => {
      const { paylink } = shop
      const url = await signedUrl()
      const oldToken = paylink.container.get(ReceiveReport).secret
      const link = await paylink.createLink()
      const codes: number[] = []
      let isOver = false
      const visits = async (): Promise<void> => {
        while (!isOver) {
          codes.push((await paylink.post('/v1/payment_links', { title: 'x' })).status, await opened(link.url))
          codes.push((await paylink.get('/v1/connections')).status, await opened(url))
        }
      }
      const visiting = visits()
      report = await shop.rotate()
      isOver = true
      await visiting
      expect([...new Set(codes)].sort()).to.deep.equal([200, 400])

      expect(report.resealed).to.include({ webhook_endpoints: 1, totps: 1, held_forms: 1, invoicing_connections: 1 })
      expect(report.resealed['connections']).to.be.at.least(2)
      expect(report.resealed['oauth_artifacts']).to.be.at.least(2)
      expect(report.unreadable).to.equal(0)
      const texts = await shop.sealedTexts()
      expect([...new Set(texts.map(({ header }) => header.kid))]).to.deep.equal([report.keyId])
      expect(paylink.container.get(ReceiveReport).secret).to.not.equal(oldToken)
      expect(() => paylink.container.get(ReceiveReport).assertAllowed(oldToken)).to.not.throw()
    })

    it('leaves one key file, of its owner alone', () => {
      expect(shop.keyInFile().equals(FIRST_KEY)).to.equal(false)
      expect(statSync(shop.file('secret.key')).mode & 0o777).to.equal(0o600)
      for (const name of ['secret.key.next', 'secret.key.previous']) expect(existsSync(shop.file(name))).to.equal(false)
    })

    it('knows every column that holds a sealed text', async () => {
      const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
      const places = [...new Set((await shop.sealedTexts()).map(({ place }) => place))]
      // A former secret exists only while an endpoint has two.
      const expected = [...known.filter((place) => !place.endsWith('former_secret')), 'instance.value']
      expect(places.sort()).to.deep.equal(expected.sort())
    })

    it('opens what was sealed: webhook secrets, credentials, codes, grants', async () => {
      const { container } = shop.paylink
      await shop.paylink.createLink()
      await container.get(DeliverWebhooks).look()
      await shop.invoices.stamped()
      for (const { headers, body } of await shop.receiver.came('/hook', 1)) {
        const [, at, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['service-signature'])) ?? []
        expect(mac).to.equal(createHmac('sha256', shop.webhook.secret).update(`${at}.${body}`).digest('hex'))
      }
      await container.get(Generation).refresh()
      const scope = { accountId: shop.paylink.account.id, livemode: false }
      for (const connection of await container.get(Connections).listInUse('payment', scope))
        expect(await container.get(OpenConnection).run(connection)).to.not.equal(null)

      shop.paylink.clock.advance(2 * STEP_MS)
      expect(await givesCode(code())).to.equal('signed in')
      expect(await givesCode(recoveryCodes[0] ?? '')).to.equal('signed in')
      expect(await givesCode(recoveryCodes[0] ?? '')).to.equal('refused')
      expect((await callMcp(shop.paylink, tokens.access_token)).status).to.equal(200)
      expect((await program.refresh(tokens.refresh_token)).status).to.equal(200)
    })

    it('is on the audit log, whose chain holds, and whose head the former key cannot sign', async () => {
      const { container, db } = shop.paylink
      const actions = await db('audit_entries').whereLike('action', 'secrets.%').orderBy('seq').pluck('action')
      expect(actions).to.deep.equal(['secrets.rotation_started', 'secrets.rotated'])
      expect(await container.get(AuditLog).verify()).to.include({ ok: true })

      const head = await db('audit_head').first()
      const forger = new AuditLog(db, new Sealer(FIRST_KEY), shop.paylink.clock)
      for (const signature of [null, '']) {
        await shop.paylink.writer('audit_head').update({ signature })
        expect(await container.get(AuditLog).verify(), String(signature)).to.include({ ok: false })
      }
      await container.get(UnitOfWork).run((tx) => forger.signAnew(tx, new Sealer(FIRST_KEY)))
      expect(await container.get(AuditLog).verify()).to.include({ ok: false })
      await shop.paylink.writer('audit_head').update({ signature: head.signature })
      expect(await container.get(AuditLog).verify()).to.include({ ok: true })
    })

    it('keeps what the former key signed for 15 minutes, and unsubscribe links for ever', async () => {
      const addresses = () => shop.paylink.container.get(MailAddresses)
      const token = 'a'.repeat(25)
      const letter = new URL(addresses().unsubscribeUrl(token)).searchParams.get('s')
      const url = await signedUrl()
      const oldReport = shop.paylink.container.get(ReceiveReport).secret
      const invitation = await people.invite('luis@tienda.example', 'viewer')
      const answers = async () => {
        const page = await opened(`${shop.paylink.url}/dashboard/invitation/${invitation}`)
        let isAllowed = true
        try {
          shop.paylink.container.get(ReceiveReport).assertAllowed(oldReport)
        } catch {
          isAllowed = false
        }
        return { page, isAllowed }
      }
      await shop.rotate()
      await shop.restart()
      expect(await opened(url)).to.equal(200)
      shop.paylink.clock.advance(15 * MINUTE_MS - 20 * SECOND_MS)
      expect(await opened(url)).to.equal(200)
      expect(await answers()).to.deep.equal({ page: 200, isAllowed: true })
      shop.paylink.clock.advance(20 * SECOND_MS)
      expect(await opened(url)).to.equal(404)
      const { page, isAllowed } = await answers()
      expect(page).to.be.oneOf([404, 410])
      expect(isAllowed).to.equal(false)
      expect(await opened(await signedUrl())).to.equal(200)
      expect(addresses().isUnsubscribeMac(token, letter)).to.equal(true)
    })

    it('refuses a second rotation at once', async () => {
      const held = new TestTimer()
      held.hold(SECOND_MS)
      await shop.paylink.container.get(Workers).beat()
      const first = shop.rotate({ timer: held })
      await eventually(
        () => Promise.resolve(held.waiting),
        (count) => count > 0,
      )
      const { databaseUrl, dataDir } = shop.paylink.settings
      const env = { PAYLINK_DATABASE_URL: databaseUrl, PAYLINK_DATA_DIR: dataDir }
      const second = await runBesideOthers(['secrets', 'rotate'], env)
      expect(second).to.include({
        code: 1,
        stderr: `Another paylink secrets rotate is running (process ${process.pid}). Wait until it has ended.\n`,
      })
      const backup = await runBesideOthers(['backup', shop.file('x.backup')], env)
      expect(backup.code).to.equal(1)
      expect(backup.stderr).to.match(/The secret key is being replaced/)
      held.release()
      await first
    })

    it('refuses a backup from its first step on, as its key would be removed at the end', async () => {
      const { container, settings } = shop.paylink
      const at = iso(shop.paylink.clock.now())
      const cutShort = { from: null, to: null, startedAt: at, seenAt: at, place: '', pid: 0 }
      const write = (finishedAt: string | null) =>
        container.get(UnitOfWork).run((tx) => writeRotation(tx, { ...cutShort, finishedAt }))
      await write(null)
      const env = { PAYLINK_DATABASE_URL: settings.databaseUrl, PAYLINK_DATA_DIR: settings.dataDir }
      const { code, stderr } = await runBesideOthers(['backup', shop.file('y.backup')], env)
      expect(code).to.equal(1)
      expect(stderr).to.match(/The secret key is being replaced/)
      await write(at)
    })

    it('goes on where it was cut short, with the key that it had made', async () => {
      const stop = new Error('cut short')
      for (const step of [/is in use/, /connections: /, /webhook_endpoints: /, /waiting/]) {
        await shop.paylink.container.get(Workers).beat()
        let inUse = ''
        const cut = await shop
          .rotate({
            onStep: (text) => {
              inUse ||= /the key (\w+)/.exec(text)?.[1] ?? ''
              if (step.test(text)) throw stop
            },
          })
          .catch((error: unknown) => error)
        expect(cut).to.equal(stop)
        await shop.restart()
        expect((await shop.paylink.get('/v1/connections')).status).to.equal(200)
        const { keyId } = await shop.rotate()
        expect(keyId).to.equal(inUse)
        const kids = (await shop.sealedTexts()).map(({ header }) => header.kid)
        expect([...new Set(kids)]).to.deep.equal([keyId])
        expect(existsSync(shop.file('secret.key.previous'))).to.equal(false)
      }
    })

    it('does not start with another key, and says which one it needs', async () => {
      const before = readFileSync(shop.file('secret.key'))
      writeFileSync(shop.file('secret.key'), `${Buffer.alloc(32, 9).toString('base64')}\n`)
      const refused = await shop.rotate().catch((error: Error) => error.message)
      expect(refused).to.match(/sealed with another secret key than the one given: with [0-9a-f]{8}, not [0-9a-f]{8}/)
      writeFileSync(shop.file('secret.key'), before)
    })

    it('a server that lacks the new key neither seals nor signs, says so, and recovers when it is given it', async () => {
      const { paylink } = shop
      const before = paylink.container.get(Sealer).keyId
      const settings = { secretKey: Buffer.alloc(32, 3), secretKeyFile: null, previousSecretKey: shop.keyInFile() }
      await shop.rotate({ settings })
      expect((await paylink.get('/v1/connections')).status).to.be.oneOf([200, 503])
      const endpoint = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
      const refused = await paylink.container
        .get(RegisterEndpoint)
        .rotateSecret(endpoint, shop.webhook.id, 0)
        .then(
          () => 'went through',
          (error: Problem) => error.code,
        )
      expect(refused).to.equal('service_unavailable')
      expect(paylink.container.get(Sealer).keyId).to.not.equal(before)
      expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(503)
      expect(paylink.log.entries.map(({ message }) => message)).to.include(
        'the secret key was replaced by one that is missing here',
      )
      Object.assign(paylink.settings, settings, { previousSecretKey: null })
      await paylink.restart()
      expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(200)
      const again = await shop.rotate({ settings: { ...settings, previousSecretKey: null } }).then(
        () => 'went through',
        (error: Error) => error.message,
      )
      expect(again).to.match(/PAYLINK_PREVIOUS_SECRET_KEY/)
    })
  })
}
