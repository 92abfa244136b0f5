import { expect } from 'chai'
import { IndexQueued } from '@paylink/core/search/index-queued'
import type { Role } from '@paylink/core/identity/role'
import { dashboardRoutes, type PageReply, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { statementsDuring } from '../support/statements.js'

const SEARCH = '/dashboard/test/search'
const ANA = { customerName: 'Ana López', customerEmail: 'ana.lopez@example.com' }

/** Where the rows of a page of results lead, below `/dashboard/test`, in their order. */
const leadsTo = ({ html }: PageReply): string[] => {
  const main = html.slice(html.indexOf('<main'))
  return [...main.matchAll(/<td class="title"><a href="\/dashboard\/test([^"]+)"/g)].map(([, path = '']) => path)
}

for (const engine of ENGINES) {
  describe(`the search for everything, on ${engine}`, () => {
    let shop: InvoiceShop
    let people: Record<Role, ShopPerson>
    let owner: ShopPerson
    let mug: any
    let jar: any
    /** Of the cashier. */
    let own: string

    before(async () => {
      shop = await InvoiceShop.open(engine)
      const { paylink } = shop
      const roles = ['owner', 'admin', 'cashier', 'viewer'] as const
      const signedIn = await Promise.all(roles.map((role) => ShopPerson.signIn(paylink, role)))
      people = Object.fromEntries(roles.map((role, at) => [role, signedIn[at]])) as typeof people
      owner = people.owner
      const stamped = await shop.stamped({ title: 'Taza de Talavera', ...ANA, metadata: { pedido: 'A-1150' } })
      mug = { ...stamped, row: await paylink.db('invoices').where({ id: stamped.invoice.id }).first() }
      const link = await paylink.createLink({ title: 'Jarrón de Talavera', ...ANA })
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const [payment] = await paylink.paymentsOf(link.id)
      await paylink.sync(payment.id)
      jar = { link, payment }
      const mine = await paylink.createLink({ title: 'Plato de Talavera', customerName: 'Beto' })
      await paylink.change('payment_links', mine.id, { created_by: `user:${people.cashier.userId}` })
      // As if it had been created so.
      await paylink
        .writer('search_queue')
        .insert({ account_id: paylink.account.id, livemode: false, object_id: mine.id })
        .onConflict()
        .ignore()
      own = mine.id
    })
    after(() => shop.close())

    const search = (text: string, person = owner): Promise<PageReply> =>
      person.get(`${SEARCH}?q=${encodeURIComponent(text)}`)

    for (const [state, prepare] of [
      ['waits to be indexed', () => Promise.resolve()],
      ['is indexed', () => shop.part(IndexQueued).run()],
    ] as const) {
      it(`leads to links, payments and invoices by their words, what ${state}`, async () => {
        await prepare()
        const [mugLink, mugPaid] = [`/links/${mug.link.id}`, `/payments/${mug.paymentId}`]
        const [jarLink, jarPaid] = [`/links/${jar.link.id}`, `/payments/${jar.payment.id}`]
        const table: [typed: string, leads: string[]][] = [
          ['talavera', [`/links/${own}`, jarLink, mugLink, jarPaid, mugPaid, mugPaid]],
          ['JARRON', [jarLink, jarPaid]],
          ['ana.lopez@example.com', [jarLink, mugLink, jarPaid, mugPaid]],
          ['A-1150', [mugLink, mugPaid]],
          ['xenon', [mugPaid]],
          ['XIA190128J61', [mugPaid]],
          ['4242', [jarPaid]],
          ['nada de esto', []],
        ]
        for (const [typed, leads] of table) expect(leadsTo(await search(typed)), typed).to.deep.equal(leads)
      })

      it(`puts the one thing first whose id, folio, address or reference was typed, and ${state}`, async () => {
        await prepare()
        const { id, providerRef } = jar.payment
        const folio = id.slice(-8).toUpperCase()
        const table: [typed: string, head: string, first: string][] = [
          [jar.link.id, 'Es este enlace', `/links/${jar.link.id}`],
          [jar.link.url, 'Es este enlace', `/links/${jar.link.id}`],
          [jar.link.url.split('/').at(-1), 'Es este enlace', `/links/${jar.link.id}`],
          [id, 'Es este pago', `/payments/${id}`],
          [`${shop.paylink.url}/dashboard/payments/${id}`, 'Es este pago', `/payments/${id}`],
          [providerRef, 'Es este pago', `/payments/${id}`],
          [`${folio.slice(0, 4)}-${folio.slice(4)}`, 'Es este pago', `/payments/${id}`],
          [mug.row.id, 'Es esta factura', `/payments/${mug.paymentId}`],
          [mug.row.uuid, 'Es esta factura', `/payments/${mug.paymentId}`],
          [mug.row.uuid.toUpperCase(), 'Es esta factura', `/payments/${mug.paymentId}`],
          [mug.row.provider_ref, 'Es esta factura', `/payments/${mug.paymentId}`],
        ]
        for (const [typed, head, first] of table) {
          const reply = await search(typed)
          expect(reply.text, typed).to.include(head)
          expect(leadsTo(reply)[0], typed).to.equal(first)
        }
        expect(leadsTo(await search(jar.link.id))).to.deep.equal([`/links/${jar.link.id}`, `/payments/${id}`])
        expect((await search('jarron')).text).to.not.include('Es este')
      })
    }

    it('lists each customer once, with lists that are searched for them', async () => {
      const { html, text } = await search('ana lopez')
      expect(text).to.include('Clientes').and.include('Ana López')
      expect(html.match(/<small>ana\.lopez@example\.com<\/small>/g)).to.have.lengthOf(1)
      for (const list of ['links', 'payments', 'invoices']) {
        expect(html).to.include(`href="/dashboard/test/${list}?q=ana.lopez%40example.com"`)
      }
      expect((await search('xenon')).text)
        .to.include('XENON INDUSTRIAL ARTICLES')
        .and.include('Clientes')
      // A word of the title is no customer.
      expect((await search('talavera')).text).to.not.include('Clientes')
    })

    it('shows five of each, and leads to the list that has them all', async () => {
      for (let count = 0; count < 7; count++) await shop.paid({ title: `Montón ${count}` })
      const reply = await search('montón')
      expect(leadsTo(reply)).to.have.lengthOf(10)
      expect(reply.text).to.include('Montón 6').and.not.include('Montón 1 ')
      const [, all = ''] = /class="see" href="([^"]+)"/.exec(reply.html) ?? []
      expect(all).to.equal('/dashboard/test/links?q=mont%C3%B3n')
      const list = await owner.get(all)
      expect(list.text).to.include('Montón 0').and.include('Montón 6')
      expect(list.html).to.include('value="montón"')
    })

    it('shows each role what it may see, and a cashier their own links alone', async () => {
      for (const role of ['owner', 'admin', 'viewer'] as const) {
        expect(leadsTo(await search('talavera', people[role])), role).to.have.lengthOf(6)
      }
      const { cashier } = people
      const reply = await search('talavera', cashier)
      expect(leadsTo(reply)).to.deep.equal([`/links/${own}`])
      expect(reply.html).to.not.match(/\/(payments|invoices)/)
      expect((await search('beto', cashier)).text)
        .to.include('Plato de Talavera')
        .and.not.include('Clientes')
      for (const typed of [jar.link.id, jar.payment.id, mug.row.uuid, 'ana', 'xenon', `user:${owner.userId}`]) {
        const none = await search(typed, cashier)
        expect(leadsTo(none), typed).to.deep.equal([])
        expect(none.text, typed).to.include('Nada coincide').and.not.include('no está aquí')
      }
      expect(leadsTo(await search(own, cashier))).to.deep.equal([`/links/${own}`])
    })

    it('says that an id belongs to the other mode, and only of this account', async () => {
      const live = (typed: string, person = owner) => person.get(`/dashboard/search?q=${typed}`)
      for (const [typed, words, path] of [
        [jar.link.id, 'Ese enlace no está aquí: es del modo de prueba.', `/links/${jar.link.id}`],
        [jar.payment.id, 'Ese pago no está aquí', `/payments/${jar.payment.id}`],
        [jar.payment.providerRef, 'Ese pago no está aquí', `/payments/${jar.payment.id}`],
        [mug.row.uuid, 'Esa factura no está aquí', `/payments/${mug.paymentId}`],
      ]) {
        const reply = await live(typed)
        expect(reply.text, typed).to.include(words)
        expect(reply.html, typed).to.include(`href="/dashboard/test${path}"`)
      }
      expect((await live('talavera')).text)
        .to.include('Nada coincide')
        .and.not.include('no está aquí')
      expect((await live(jar.link.id, people.cashier)).text).to.not.include('no está aquí')
      expect((await live(own, people.cashier)).text).to.include('Ese enlace no está aquí')
      const elsewhere = await ShopPerson.signIn(shop.paylink, 'owner', (await ShopPerson.otherAccount(shop.paylink)).id)
      for (const typed of ['talavera', jar.link.id, jar.payment.id, mug.row.uuid, mug.row.rfc, 'ana']) {
        for (const reply of [await live(typed, elsewhere), await search(typed, elsewhere)]) {
          expect(reply.text, typed).to.include('Nada coincide').and.not.include('no está aquí')
        }
      }
    })

    it('leads from the id of a request to what became of it, where that page is served', async () => {
      const id = '01932F6E-7A3B-7C00-8F00-5A5A5A5A5A5A'
      const routes = await dashboardRoutes(shop.paylink)
      const isServed = routes.some(({ method, path }) => method === 'get' && path === '/settings/requests/:id')
      const address = `href="/dashboard/test/settings/requests/${id.toLowerCase()}"`
      for (const typed of [id, `X-Request-Id: ${id}`]) {
        expect((await search(typed)).html.includes(address), typed).to.equal(isServed)
        expect((await search(typed, people.viewer)).html, typed).to.not.include(address)
      }
      // A fiscal folio looks the same.
      expect((await search(mug.row.uuid)).html).to.not.include('/settings/requests')
    })

    it('asks what to look for, and says in words when nothing matches; what was typed stays in the field', async () => {
      for (const empty of ['', '?q=', '?q=%20%20', '?q=a&q=b']) {
        expect((await owner.get(SEARCH + empty)).text, empty).to.include('¿Qué buscas?')
      }
      const none = await search('"<i>nada</i>"')
      expect(none.text).to.include('Nada coincide con “"<i>nada</i>"”.')
      expect(none.html).to.include('value="&quot;&lt;i>nada&lt;/i>&quot;"')
      const english = await ShopPerson.signIn(shop.paylink, 'cashier', undefined, 'en')
      expect((await search('nothing', english)).text).to.include('We searched your links of this mode.')
    })

    it('takes whatever was typed', async () => {
      const typed = ["' or 1=1 --", '%', '_', '*', '"', '\u202e', '🎂', 'x'.repeat(5_000), 'a '.repeat(300)]
      for (const text of [...typed, 'https://', 'http://[', 'https://a/%', '$1 150', '-- drop table payments;']) {
        expect((await search(text)).status, JSON.stringify(text.slice(0, 20))).to.equal(200)
      }
      // No text at all: refused as in every address.
      for (const text of ['%00', 'a%00b', '%ED%A0%80'])
        expect((await owner.get(`${SEARCH}?q=${text}`)).status).to.equal(400)
      expect(await shop.paylink.db('payments').where({ id: jar.payment.id }).first()).to.be.an('object')
    })

    it('stands on every page, with no statement of its own', async () => {
      for (const path of ['', '/links', '/payments', '/invoices', '/settings/security', '/more']) {
        const { html } = await owner.get(`/dashboard/test${path}`)
        expect(html, path).to.match(/<form class="search-all" role="search"[^>]*action="\/dashboard\/test\/search"/)
      }
      const sent = await statementsDuring(shop.paylink, () => search('talavera'))
      for (const sql of sent) expect(sql).to.not.match(/\blike\b|\bilike\b|\bcount\s*\(|\boffset\b/i)
    })
  })
}
