import { expect } from 'chai'
import { ExamineInvariants } from '@paylink/core/doctor/examine-invariants'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { statementsDuring } from '../support/statements.js'
import { dataDirWith } from '../support/third-party.js'
import { setting } from './about-breakages.js'
import { ABOUT, AboutShop } from './about-shop.js'

for (const engine of ENGINES) {
  describe(`the check-up of the installation on ${engine}`, () => {
    let paylink: TestAppliance
    let shop: AboutShop
    let owner: ShopPerson

    before(async () => {
      const dataDir = dataDirWith([{ id: 'cobra' }, { id: 'broken', main: 'throw new Error("no")' }])
      paylink = await TestAppliance.start(engine, { dataDir })
      shop = AboutShop.over(paylink)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    const connections = () => paylink.writer('connections')

    it('puts the gravest first, and what is fine last', async () => {
      const { breakIt, repair } = setting('dataDir', '/proc')
      await breakIt(shop)
      await shop.failingEndpoint(paylink.account.id, 'orden.example', 60)
      const { text } = await shop.check(owner).finally(() => repair(shop))
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
