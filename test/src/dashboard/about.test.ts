import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Alert } from '@paylink/core/alerts/alerts.repository'
import type { ConnectionFinding } from '@paylink/core/connections/check-connection'
import { ExamineInvariants } from '@paylink/core/doctor/examine-invariants'
import { Emails } from '@paylink/core/mail/emails.repository'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { statementsDuring } from '../support/statements.js'
import { dataDirWith } from '../support/third-party.js'
import { ABOUT, AboutShop } from './about-shop.js'

/** What is broken, and what the page tells of it in each language. */
interface Breakage {
  title: string
  breakIt: () => Promise<unknown> | void
  repair?: () => Promise<unknown> | void
  es: string
  en: string
  /** Where it can be mended, or the operator's command. */
  leads: RegExp
}

const DOCTOR = /paylink doctor/
const ALERTS: readonly [Alert['kind'], string, string][] = [
  ['invoicing.stalled', 'llevan más de una hora sin timbrarse', 'waited for a stamp for more than an hour'],
  ['invoice.total_differs', 'por un total distinto al que te pagaron', 'for another total than you were paid'],
  ['invoice.cancellation_refused', 'no se canceló: sigue vigente', 'was not cancelled: it is still valid'],
  ['payment.disputed', 'Un cliente disputó un pago', 'A customer disputed a payment'],
]

for (const engine of ENGINES) {
  describe(`the check-up of the installation on ${engine}`, () => {
    let paylink: TestAppliance
    let shop: AboutShop
    let owner: ShopPerson
    let english: ShopPerson

    before(async () => {
      const dataDir = dataDirWith([{ id: 'cobra' }, { id: 'broken', main: 'throw new Error("no")' }])
      paylink = await TestAppliance.start(engine, { dataDir })
      shop = AboutShop.over(paylink)
      owner = await ShopPerson.signIn(paylink)
      english = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
    })
    after(() => paylink.stop())

    const setting = <Name extends keyof AboutShop['settings']>(
      name: Name,
      value: AboutShop['settings'][Name],
    ): Pick<Breakage, 'breakIt' | 'repair'> => {
      let before: AboutShop['settings'][Name]
      return {
        breakIt: () => {
          before = shop.settings[name]
          shop.settings[name] = value
        },
        repair: () => void (shop.settings[name] = before),
      }
    }
    const address = (baseUrl: string) => ({
      breakIt: () => shop.serveAt(baseUrl),
      repair: () => shop.serveAt(null),
    })
    const answered = (finding: ConnectionFinding) => ({
      breakIt: () => shop.answer(finding),
      repair: () => shop.answerAgain(),
    })
    const connections = () => paylink.writer('connections')
    const openFiles = mkdtempSync(join(tmpdir(), 'paylink-open-'))
    writeFileSync(join(openFiles, 'secret.key'), '')
    chmodSync(join(openFiles, 'secret.key'), 0o644)

    const breakages: Breakage[] = [
      {
        title: 'a database of another version',
        breakIt: () => paylink.writer('schema_migrations').where('name', 'like', '0001-%').delete(),
        repair: () => paylink.writer('schema_migrations').insert({ name: '0001-accounts' }),
        es: 'La base de datos es de otra versión de PayLink.',
        en: 'The database belongs to another version of PayLink.',
        leads: DOCTOR,
      },
      {
        title: 'a database that cannot be used',
        ...setting('databaseUrl', engine === 'sqlite' ? 'sqlite:/nowhere/x.db' : 'postgres://u:s3cret@127.0.0.1:1/x'),
        es: 'La base de datos no se puede usar bien.',
        en: 'The database cannot be used properly.',
        leads: DOCTOR,
      },
      {
        title: 'files that others can read',
        ...setting('dataDir', openFiles),
        es: 'otros usuarios pueden leer archivos con secretos',
        en: 'other users can read files with secrets',
        leads: DOCTOR,
      },
      {
        title: 'a full disk',
        ...setting('dataDir', '/proc'),
        es: 'El disco del servidor está casi lleno.',
        en: 'The disk of the server is almost full.',
        leads: DOCTOR,
      },
      {
        title: 'a public address that cannot be reached',
        ...address('https://nowhere.invalid'),
        es: 'Desde el servidor no se llega a https://nowhere.invalid.',
        en: 'https://nowhere.invalid cannot be reached from the server.',
        leads: DOCTOR,
      },
      {
        title: 'a public address of this machine alone',
        breakIt: () => undefined,
        es: 'solo se abren en este equipo',
        en: 'they open on this machine only',
        leads: DOCTOR,
      },
      {
        title: 'records that do not agree',
        breakIt: async () => {
          const { id } = await paylink.createLink({ title: 'Pay de limón' })
          await paylink.writer('payment_links').where({ id }).update({ status: 'processing' })
        },
        repair: () => paylink.writer('payment_links').update({ status: 'active' }),
        es: 'Hay registros de esta instalación que no cuadran entre sí.',
        en: 'There are records of this installation that do not agree with each other.',
        leads: DOCTOR,
      },
      {
        title: 'a refused key',
        ...answered({ trigger: 'check_failed', lastError: 'Expired API key sk_live_s3cret' }),
        es: 'Conekta ya no acepta tu llave.',
        en: 'Conekta no longer accepts your key.',
        leads: /href="\/dashboard\/test\/settings\/connections"/,
      },
      {
        title: 'a provider that does not answer',
        ...answered({ trigger: null, lastError: 'connect ECONNREFUSED 10.0.0.9' }),
        es: 'Conekta no contesta, o está fuera de servicio.',
        en: 'Conekta does not answer, or is out of service.',
        leads: /href="\/dashboard\/test\/settings\/connections"/,
      },
      {
        title: 'stored credentials that cannot be read',
        breakIt: () =>
          connections()
            .where({ provider: 'provider_a' })
            .update({ sealed_settings: 'nonsense', updated_at: paylink.clock.now().toISOString() }),
        es: 'Stripe tiene guardada una llave que ya no se puede leer.',
        en: 'Stripe has a stored key that can no longer be read.',
        leads: /href="\/dashboard\/test\/settings\/connections"/,
      },
      {
        title: 'a connection that is marked, and works again',
        breakIt: () => connections().where({ provider: 'provider_b' }).update({ status: 'error' }),
        repair: () => connections().where({ provider: 'provider_b' }).update({ status: 'active' }),
        es: 'Conekta contesta bien, pero sigue marcado con error.',
        en: 'Conekta answers, and is still marked as failing.',
        leads: /href="\/dashboard\/test\/settings\/connections"/,
      },
      {
        title: 'invoicing without an issuer',
        breakIt: () => InvoiceShop.over(paylink).connect(),
        repair: () => paylink.writer('invoicing_connections').update({ status: 'disconnected' }),
        es: 'Falta elegir a nombre de quién se factura con Facturapi.',
        en: 'The name that Facturapi invoices in is not chosen yet.',
        leads: /href="\/dashboard\/test\/settings\/invoicing"/,
      },
      {
        title: 'mail that is not set up',
        breakIt: () => undefined,
        es: 'Los correos reales no salen: no hay servidor de correo.',
        en: 'No live e-mail is sent: there is no mail server.',
        leads: DOCTOR,
      },
      {
        title: 'mail without a server',
        ...setting('mailFrom', 'cobros@example.com'),
        es: 'al servidor le falta un dato del correo',
        en: 'a mail setting of the server is missing',
        leads: DOCTOR,
      },
      {
        title: 'mail without a sender',
        ...setting('smtpUrl', 'smtp://user:s3cret@127.0.0.1:1'),
        es: 'al servidor le falta un dato del correo',
        en: 'a mail setting of the server is missing',
        leads: DOCTOR,
      },
      {
        title: 'a plugin that could not be loaded',
        breakIt: () => undefined,
        es: 'El plugin “broken” no se pudo cargar.',
        en: 'The plugin “broken” could not be loaded.',
        leads: /href="\/dashboard\/settings\/plugins"/,
      },
      {
        title: 'a plugin that was disabled',
        breakIt: async () => {
          const cobra = { id: 'cobra', version: '0.1.0', origin: 'third-party' } as const
          const health = paylink.container.get(PluginHealth)
          for (let turn = 0; turn < 5; turn++) await health.recordFailure(cobra, 'fails with s3cret')
        },
        es: 'El plugin “cobra” está desactivado.',
        en: 'The plugin “cobra” is disabled.',
        leads: /href="\/dashboard\/settings\/plugins"/,
      },
      {
        title: 'an endpoint that has failed for long',
        breakIt: () => shop.failingEndpoint(paylink.account.id, 'largo.example', 60),
        es: 'Tu webhook en largo.example no contesta bien.',
        en: 'Your webhook at largo.example does not answer properly.',
        leads: /href="\/dashboard\/test\/settings\/webhooks"/,
      },
      {
        title: 'an endpoint that may be restarting',
        breakIt: () => shop.failingEndpoint(paylink.account.id, 'breve.example', 1),
        es: 'Puede que solo se esté reiniciando',
        en: 'It may only be restarting',
        leads: /href="\/dashboard\/test\/settings\/webhooks"/,
      },
      {
        title: 'an alert about an endpoint that fails, once',
        breakIt: async () =>
          shop.raise('webhook_endpoint.failing', await shop.failingEndpoint(paylink.account.id, 'dia.example', 1500)),
        es: 'Tu webhook en dia.example lleva más de un día sin contestar bien.',
        en: 'Your webhook at dia.example has not answered properly for more than a day.',
        leads: /href="\/dashboard\/test\/settings\/webhooks"/,
      },
      {
        title: 'an alert about a disabled endpoint',
        breakIt: async () =>
          shop.raise('webhook_endpoint.disabled', await shop.failingEndpoint(paylink.account.id, 'fin.example', 1)),
        es: 'Dejamos de mandar a tu webhook en fin.example.',
        en: 'We stopped sending to your webhook at fin.example.',
        leads: /href="\/dashboard\/test\/settings\/webhooks"/,
      },
      ...ALERTS.map(([kind, es, en]): Breakage => ({
        title: `an alert: ${kind}`,
        breakIt: () => shop.raise(kind, 'gone_1'),
        ...{ es, en },
        leads: kind === 'invoicing.stalled' ? /settings\/invoicing"/ : /href="\/dashboard\/payments"/,
      })),
      {
        title: 'invoices that are not mailed',
        breakIt: () => {
          const emails = paylink.container.get(Emails)
          emails.stuckAtProvider = (_, accountId) =>
            Promise.resolve(accountId === paylink.account.id ? ([{ error: 's3cret' }, { error: null }] as never) : [])
        },
        repair: () => void delete (paylink.container.get(Emails) as { stuckAtProvider?: unknown }).stuckAtProvider,
        es: '2 facturas llevan más de una hora sin mandarse por correo.',
        en: '2 invoices have not been e-mailed for more than an hour.',
        leads: /href="\/dashboard\/settings\/invoicing"/,
      },
    ]

    for (const { title, breakIt, repair, es, en, leads } of breakages) {
      it(`tells people of ${title}: what it means, what to do, and nothing that is secret`, async () => {
        await breakIt()
        try {
          const inSpanish = await shop.check(owner)
          const inEnglish = await shop.press(english)
          expect(inSpanish.status).to.equal(200)
          expect(inSpanish.text.split(es), inSpanish.text).to.have.lengthOf(2)
          expect(inEnglish.text.split(en), inEnglish.text).to.have.lengthOf(2)
          const row = (html: string, text: string): string =>
            html.split('<li class="finding').find((one) => one.replaceAll('&amp;', '&').includes(text)) ?? ''
          for (const found of [row(inSpanish.html, es), row(inEnglish.html, en)]) {
            expect(found).to.match(leads)
            // What is wrong, what it means, and what to do.
            expect(found.split('</li>')[0]?.match(/<p\b/g)).to.have.lengthOf(3)
          }
          for (const { html } of [inSpanish, inEnglish]) {
            expect(html).not.to.match(/s3cret|SECRET MESSAGE|sqlite:|postgres:\/\/|secret\.key|ECONNREFUSED/)
            for (const hidden of [paylink.settings.dataDir, openFiles, paylink.settings.databaseUrl]) {
              expect(html).not.to.include(hidden)
            }
          }
        } finally {
          await repair?.()
          await shop.repair()
        }
      })
    }

    it('tells of a public address that leads elsewhere', async () => {
      const other = createServer((_, response) => response.end('hello'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { port } = other.address() as AddressInfo
      const { breakIt, repair } = address(`http://[::ffff:127.0.0.1]:${port}`)
      breakIt()
      try {
        expect((await shop.check(owner)).text).to.include('contesta algo que no es PayLink')
        expect((await shop.press(english)).text).to.include('Something other than PayLink answers')
      } finally {
        repair()
        other.close()
      }
    })

    it('puts the gravest first, and what is fine last', async () => {
      const { breakIt, repair } = setting('dataDir', '/proc')
      await breakIt()
      await shop.failingEndpoint(paylink.account.id, 'orden.example', 60)
      const { text } = await shop.check(owner).finally(repair)
      await shop.repair()
      const order = [
        'El disco',
        'orden.example',
        'solo se abren en este equipo',
        'En orden',
        'Conekta contesta y acepta',
      ]
      const places = order.map((words) => text.indexOf(words))
      expect(places).to.not.include(-1)
      expect(places).to.deep.equal([...places].sort((a, b) => a - b))
    })

    it('opens at once: no provider is asked and no invariant checked before the button is pressed', async () => {
      let asked = 0
      shop.answer(() => Promise.resolve({ trigger: null, lastError: String(asked++) }))
      const invariants = paylink.container.get(ExamineInvariants)
      invariants.run = () => Promise.reject(new Error(String(asked++)))
      const { status, text } = await owner.get(ABOUT)
      delete (invariants as { run?: unknown }).run
      shop.answerAgain()
      expect([status, asked]).to.deep.equal([200, 0])
      expect(text).to.include('Esto se sabe sin preguntar.').and.to.include('Revisar ahora')
    })

    it('asks once for a dozen people who press at once, and again a moment later', async () => {
      const people = await Promise.all(Array.from({ length: 12 }, () => ShopPerson.signIn(paylink)))
      const inUse = (await connections().whereNot({ status: 'disconnected' })).length
      const forms = await Promise.all(people.map((person) => person.form(ABOUT, '/settings/about')))
      let asked = 0
      let examined = 0
      let answerAll: () => void = () => undefined
      const released = new Promise<void>((resolve) => (answerAll = resolve))
      shop.answer(async () => {
        asked++
        await released
        return { trigger: 'check_passed', lastError: null }
      })
      const invariants = paylink.container.get(ExamineInvariants)
      const run = invariants.run.bind(invariants)
      invariants.run = (msLeft) => {
        examined++
        return run(msLeft)
      }
      paylink.clock.advance(11_000)
      const replies = people.map((person, at) => person.post(ABOUT, forms[at]?.fields ?? {}))
      // All of them wait by now: the page of a person who presses nothing came after their requests.
      await owner.get(ABOUT)
      answerAll()
      for (const { status, text } of await Promise.all(replies)) {
        expect(status).to.equal(200)
        expect(text).to.include('Revisado')
      }
      expect([asked, examined]).to.deep.equal([inUse, 1])
      await shop.press(owner)
      expect([asked, examined]).to.deep.equal([inUse, 1])
      await shop.check(owner)
      expect([asked, examined]).to.deep.equal([2 * inUse, 2])
      delete (invariants as { run?: unknown }).run
      shop.answerAgain()
    })

    it('ends in time although a provider never answers, and tells which was not checked', async () => {
      shop.answer(() => new Promise(() => undefined))
      paylink.timer.haste = 20
      const { status, text } = await shop.check(owner)
      paylink.timer.haste = 1
      shop.answerAgain()
      expect(status).to.equal(200)
      expect(text).to.include('No hubo tiempo de revisar Conekta.')
    })

    it('refuses a fifth account while four are examined, and shows what is known', async () => {
      const accounts = await Promise.all(Array.from({ length: 5 }, () => ShopPerson.otherAccount(paylink)))
      const people = await Promise.all(accounts.map(({ id }) => ShopPerson.signIn(paylink, 'owner', id)))
      for (const { id } of accounts) await shop.connect(id)
      let waiting = 0
      let answerAll: () => void = () => undefined
      const released = new Promise<void>((resolve) => (answerAll = resolve))
      const allWait = new Promise<void>((resolve) => {
        shop.answer(async () => {
          if (++waiting === 4) resolve()
          await released
          return { trigger: 'check_passed', lastError: null }
        })
      })
      paylink.clock.advance(11_000)
      const four = people.slice(0, 4).map((person) => shop.press(person))
      await allWait
      const fifth = people[4]
      if (!fifth) throw new Error('there is no fifth')
      const { status, text } = await shop.press(fifth)
      expect([status, waiting]).to.deep.equal([200, 4])
      expect(text).to.include('Hay varias revisiones en curso.').and.to.include('El plugin “broken”')
      answerAll()
      for (const reply of await Promise.all(four)) expect(reply.text).to.include('Revisado')
      shop.answerAgain()
    })

    if (engine === 'sqlite') {
      it('checks the invariants in another thread: none of their statements blocks the server', async () => {
        const sent = await statementsDuring(paylink, () => shop.check(owner))
        expect(sent.length).to.be.above(0)
        expect(sent.filter((sql) => /as violations limit|pragma/.test(sql))).to.deep.equal([])
        expect((await shop.press(owner)).text).to.include('Los registros de cobros, facturas y correos cuadran')
      })
    }
  })

  describe(`the check-up of one account among others on ${engine}`, () => {
    let paylink: TestAppliance
    let shop: AboutShop
    before(async () => {
      paylink = await TestAppliance.start(engine)
      shop = AboutShop.over(paylink)
    })
    after(() => paylink.stop())

    it('has nothing of another account: no connection, endpoint, alert, link or id', async () => {
      const other = await ShopPerson.otherAccount(paylink)
      await shop.connect(other.id)
      const theirs = [await shop.failingEndpoint(other.id, 'ajeno.example', 60)]
      theirs.push(await shop.failingEndpoint(other.id, 'ajeno2.example', 1500))
      await shop.raise('webhook_endpoint.failing', theirs[1] ?? '', other.id)
      await shop.raise('payment.disputed', 'pay_ajeno', other.id)
      await shop.raise('invoicing.stalled', 'conn_ajeno', other.id)
      const own = await shop.failingEndpoint(paylink.account.id, 'propio.example', 60)
      const link = await paylink.createLink()
      await paylink.writer('payment_links').where({ id: link.id }).update({ status: 'processing' })
      await paylink.writer('connections').where({ account_id: other.id }).update({ status: 'error' })
      const rows = await paylink.db('connections').pluck('id')

      const [first, second] = await Promise.all([
        ShopPerson.signIn(paylink),
        ShopPerson.signIn(paylink, 'admin', other.id),
      ])
      const pages = [await first.get(ABOUT), await shop.check(first)]
      const theirPages = [await second.get(ABOUT), await shop.check(second)]
      for (const { html, text } of pages) {
        expect(text)
          .to.include('propio.example')
          .and.not.to.match(/ajeno|sigue marcado/)
        for (const id of [other.id, ...theirs, ...rows]) expect(html).not.to.include(id)
      }
      for (const { html, text } of theirPages) {
        expect(text).to.include('ajeno.example').and.to.include('Un cliente disputó').and.not.to.include('propio')
        for (const id of [paylink.account.id, own, link.id, ...rows]) expect(html).not.to.include(id)
      }
      // The broken record is the first account's: both are told that there is one, in the same words.
      for (const page of [pages[1], theirPages[1]]) expect(page?.text).to.include('registros de esta instalación')
      expect(theirPages[1]?.text).to.include('Conekta contesta bien, pero sigue marcado con error.')
      expect(theirPages[1]?.html).to.include('href="/dashboard/test/settings/connections"')
      await shop.repair()
    })

    it('tells an account without a connection that it cannot charge yet', async () => {
      const owner = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      expect((await shop.check(owner)).text).to.include('No has conectado ninguna forma de cobro.')
    })
  })
}

describe('the check-up of the mail server', () => {
  let paylink: TestAppliance
  before(async () => {
    const smtpUrl = 'smtp://cobros:s3cret@127.0.0.1:1'
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', { smtpUrl, mailFrom: 'cobros@example.com' })
  })
  after(() => paylink.stop())

  it('tells that it refuses our mail, and neither its address nor its password', async () => {
    const shop = AboutShop.over(paylink)
    const { text, html } = await shop.check(await ShopPerson.signIn(paylink))
    expect(text).to.include('El servidor de correo no acepta nuestros correos.').and.to.include('paylink doctor')
    expect(html).not.to.match(/s3cret|127\.0\.0\.1:1\b|cobros@example/)
    const english = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
    expect((await shop.check(english)).text).to.include('The mail server does not accept our e-mail.')
  })
})
