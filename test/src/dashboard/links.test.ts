import { expect } from 'chai'
import { IndexQueued } from '@paylink/core/search/index-queued'
import { TestAppliance } from '../support/appliance.js'
import { formsIn, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const LINKS = '/dashboard/test/links'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const engine of ENGINES) {
  describe(`the pages of links, on ${engine} (R21–R24, R76–R84, R102, R121–R129)`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    beforeEach(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    afterEach(() => paylink.stop())

    const titlesIn = (html: string): string[] =>
      [...html.matchAll(/<td class="title"><a[^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title)
    const titles = async (query: string, person = owner) => titlesIn((await person.get(LINKS + query)).html)
    const pagerLink = (html: string, rel: 'prev' | 'next'): string | undefined =>
      new RegExp(`href="([^"]*)" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
    /** Sends a form with a file, as a browser does. */
    async function sendFile(path: string, changes: Record<string, string>, file: File): Promise<Response> {
      const form = await owner.form(path, path)
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...form.fields, ...changes })) body.append(name, value)
      body.append('proof', file)
      const headers = { Origin: paylink.url, Cookie: owner.cookie, Accept: 'text/html' }
      return fetch(paylink.url + path, { method: 'POST', redirect: 'manual', headers, body })
    }

    it('list links newest first, by pages that lead both ways', async () => {
      for (let index = 1; index <= 45; index++) await paylink.createLink({ title: `Enlace ${index}` })
      const first = await owner.get(LINKS)
      expect(titlesIn(first.html)).to.have.length(20)
      expect(titlesIn(first.html)[0]).to.equal('Enlace 45')
      expect(pagerLink(first.html, 'prev')).to.equal(undefined)
      const second = await owner.get(pagerLink(first.html, 'next')!)
      const third = await owner.get(pagerLink(second.html, 'next')!)
      expect(titlesIn(third.html)).to.deep.equal(['Enlace 5', 'Enlace 4', 'Enlace 3', 'Enlace 2', 'Enlace 1'])
      expect(pagerLink(third.html, 'next')).to.equal(undefined)
      const back = await owner.get(pagerLink(third.html, 'prev')!)
      expect(titlesIn(back.html)).to.deep.equal(titlesIn(second.html))
    })

    it('tell what a first visitor can do, and what hides everything', async () => {
      expect((await owner.get(LINKS)).text).to.include('Todavía no tienes enlaces')
      await paylink.createLink({ title: 'Taza' })
      const none = await owner.get(`${LINKS}?status=paid&when=week`)
      expect(none.text).to.include('Ningún enlace coincide')
      expect(none.text).to.include('Pagados, Esta semana')
      const odd = '?status=x&when=9&by=constructor&provider=%27&older=..&newer=1.2&q='
      expect(await titles(odd)).to.deep.equal(['Taza'])
    })

    it('find links by title, customer, amount, metadata and id; filters stay in the address', async () => {
      const cake = await paylink.createLink({ title: 'Pastel de boda', customerName: 'Jimena Arriaga' })
      await paylink.createLink({
        title: 'Gelatina',
        metadata: { pedido: 'A-2041' },
        items: [{ name: 'Gelatina', quantity: 1, unitPriceCentavos: 54_000 }],
      })
      await paylink.container.get(IndexQueued).run()
      expect(await titles('?q=jimena')).to.deep.equal(['Pastel de boda'])
      expect(await titles('?q=boda')).to.deep.equal(['Pastel de boda'])
      expect(await titles(`?q=${cake.id}`)).to.deep.equal(['Pastel de boda'])
      expect(await titles('?q=A-2041')).to.deep.equal(['Gelatina'])
      expect(await titles('?q=%24540')).to.deep.equal(['Gelatina'])
      const page = await owner.get(`${LINKS}?q=boda&status=active`)
      expect(page.html).to.include(`href="${LINKS}?q=boda"`)
      expect(page.html).to.include(`href="${LINKS}?status=active"`)
    })

    it('show a cashier their own links alone, and what a cashier may do', async () => {
      const cashier = await ShopPerson.signIn(paylink, 'cashier')
      const foreign = await paylink.createLink({ title: 'De otra persona' })
      const reply = await cashier.send(`${LINKS}/new`, { title: 'Mío', 'items[0].unitPrice': '50' })
      const [own = ''] = /plink_\w+/.exec(reply.headers.get('location') ?? '') ?? []
      expect(await titles('', cashier)).to.deep.equal(['Mío'])
      for (const page of ['', '/email', '/qr', '/qr.png', '/mark-paid']) {
        expect((await cashier.get(`${LINKS}/${foreign.id}${page}`)).status, page).to.equal(404)
        expect((await cashier.get(`${LINKS}/${own}${page}`)).status, page).to.equal(200)
      }
      const page = await cashier.get(`${LINKS}/${own}`)
      expect(page.text).to.include('Marcar como pagado')
      expect(page.html).to.not.match(/\/(edit|disable)"/)
      const form = await cashier.get(`${LINKS}/${own}/mark-paid`)
      expect([...form.html.matchAll(/name="method" value="(\w+)"/g)].map(([, one]) => one)).to.deep.equal([
        'retail_cash',
      ])
      const forged = await cashier.send(`${LINKS}/${own}/mark-paid`, { method: 'card' })
      expect(forged.status).to.equal(422)
      expect((await cashier.send(`${LINKS}/${own}/mark-paid`, {})).status).to.equal(303)
      expect(await paylink.linkStatus(own)).to.equal('paid')
    })

    const ACTIONS: [string, string[], string[]][] = [
      ['active', ['/edit', '/mark-paid', '/email', '/qr', '/disable', 'new?from='], []],
      ['processing', ['/edit', '/email', '/qr', '/disable', 'new?from='], ['/mark-paid']],
      ['paid', ['new?from=', 'receipt.pdf'], ['/edit', '/mark-paid', '/email', '/disable']],
      ['disabled', ['new?from='], ['/edit', '/mark-paid', '/email', '/disable', '/qr"']],
    ]
    for (const [state, offered, absent] of ACTIONS) {
      it(`offer of a link that is ${state} only what would work`, async () => {
        const link = await paylink.createLink()
        if (state === 'processing') await paylink.openCheckout(link)
        if (state === 'paid') await paylink.post(`/v1/payment_links/${link.id}/mark_paid`)
        if (state === 'disabled') await paylink.post(`/v1/payment_links/${link.id}/disable`)
        const { html, status } = await owner.get(`${LINKS}/${link.id}`)
        expect(status).to.equal(200)
        for (const one of offered) expect(html, one).to.include(one)
        for (const one of absent) expect(html, one).to.not.include(`${link.id}${one}`)
        const viewer = await ShopPerson.signIn(paylink, 'viewer')
        const read = await viewer.get(`${LINKS}/${link.id}`)
        expect(read.html).to.not.match(/\/(edit|mark-paid|email|disable|qr)"|new\?from/)
      })
    }

    it('are found in their own mode and account alone (I46, I47)', async () => {
      const link = await paylink.createLink()
      expect((await owner.get(`/dashboard/links/${link.id}`)).status).to.equal(404)
      const other = await ShopPerson.otherAccount(paylink)
      const stranger = await ShopPerson.signIn(paylink, 'owner', other.id)
      for (const page of ['', '/edit', '/disable', '/release', '/mark-paid', '/email', '/qr', '/qr.svg'])
        expect((await stranger.get(`${LINKS}/${link.id}${page}`)).status, page).to.equal(404)
    })

    it('send the link by mail once per form, and show what became of it (R127, R128, I44)', async () => {
      const link = await paylink.createLink({ customerEmail: 'ana@example.com' })
      const path = `${LINKS}/${link.id}/email`
      const form = await owner.form(path, path)
      expect(form.fields['to']).to.equal('ana@example.com')
      for (let press = 0; press < 2; press++) {
        const reply = await owner.post(path, form.fields)
        expect([reply.status, reply.headers.get('location')]).to.deep.equal([303, `${path}?sent=1`])
      }
      expect(await paylink.db('email_deliveries').where({ link_id: link.id })).to.have.length(1)
      expect((await owner.get(`${path}?sent=1`)).text).to.include('El correo para ana@example.com está en cola.')
      const bad = await owner.send(path, { to: 'ana@' })
      expect(bad.status).to.equal(422)
      expect(bad.text).to.include('Escribe un correo completo')
      expect(bad.html).to.include('value="ana@"')
      for (let mail = 0; mail < 2; mail++) await owner.send(path, { to: `b${mail}@example.com` })
      const fourth = await owner.send(path, { to: 'c@example.com' })
      expect(fourth.status).to.equal(429)
      expect(fourth.text).to.match(/Ya mandaste tres en un minuto\. Espera \d+ s\./)
    })

    it('give the QR as page and files for print, which say that it is a test', async () => {
      const link = await paylink.createLink({ title: 'Pastel: “niño”/1' })
      const page = await owner.get(`${LINKS}/${link.id}/qr`)
      expect(page.text).to.include('Modo de prueba. Ningún cobro es real.')
      for (const [ending, start] of [
        ['png', '\x89PNG'],
        ['svg', '<svg xmlns'],
      ] as const) {
        const headers = { Cookie: owner.cookie }
        const file = await fetch(`${paylink.url}${LINKS}/${link.id}/qr.${ending}`, { headers })
        expect(file.headers.get('content-disposition')).to.equal(
          `attachment; filename="PRUEBA-QR-Pastel-nin-o-1.${ending}"`,
        )
        expect(file.headers.get('content-security-policy')).to.include('sandbox')
        expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).to.satisfy((text: string) =>
          text.startsWith(start),
        )
      }
    })

    it('ask before they disable, naming the link and the money; the checkout is closed first (R80–R82)', async () => {
      const link = await paylink.createLink({ title: 'Galletas <b>' })
      await paylink.openCheckout(link)
      const path = `${LINKS}/${link.id}/disable`
      const question = await owner.get(path)
      expect(question.text).to.include('¿Desactivar “Galletas <b>”?')
      expect(question.text).to.include('No se devuelve dinero')
      expect(question.text.indexOf('Dejarlo activo')).to.be.below(question.text.lastIndexOf('Desactivar enlace'))
      const reply = await owner.send(path, {})
      expect(reply.headers.get('location')).to.equal(`${LINKS}/${link.id}?done=disabled`)
      expect(await paylink.linkStatus(link.id)).to.equal('disabled')
      expect((await owner.get(`${LINKS}/${link.id}?done=disabled`)).text).to.include('Lupita owner desactivó el enlace')
      const again = await owner.get(path)
      expect([again.status, again.headers.get('location')]).to.deep.equal([303, `${LINKS}/${link.id}`])
    })

    it('record money from outside with a receipt, once per form (R77–R79, R121–R122)', async () => {
      const link = await paylink.createLink()
      const path = `${LINKS}/${link.id}/mark-paid`
      const image = new File([new Uint8Array(PNG)], 'recibo.png', { type: 'image/png' })
      const reply = await sendFile(path, { method: 'spei_transfer', note: 'BBVA\r\n2a línea' }, image)
      expect([reply.status, reply.headers.get('location')]).to.deep.equal([303, `${LINKS}/${link.id}?done=paid`])
      const [payment] = await paylink.paymentsOf(link.id)
      expect(payment).to.include({ method: 'spei_transfer', note: 'BBVA\n2a línea', hasReference: true })
      const [stored] = await paylink.db('receipts')
      expect(Buffer.from(stored.content).equals(PNG)).to.equal(true)
      expect((await owner.get(`${LINKS}/${link.id}`)).text).to.include('Lupita owner lo marcó como pagado')
      const late = await owner.get(path)
      expect(late.headers.get('location')).to.equal(`${LINKS}/${link.id}`)
    })

    it('name a wrong receipt with what to do, and keep what was typed', async () => {
      const link = await paylink.createLink()
      const path = `${LINKS}/${link.id}/mark-paid`
      const wrong: [File, string][] = [
        [new File(['x'], 'foto.heic', { type: 'image/heic' }), 'es HEIC'],
        [new File([new Uint8Array(720_000)], 'grande.png', { type: 'image/png' }), 'pesa 0.7 MB, más de 700 KB'],
        [new File([new Uint8Array(9_000_000)], 'foto.jpg', { type: 'image/jpeg' }), 'pesa 8.6 MB, más de 700 KB'],
        [new File([new Uint8Array(PNG.subarray(0, 40))], 'roto.png', { type: 'image/png' }), 'no está completo'],
      ]
      for (const [file, text] of wrong) {
        const reply = await sendFile(path, { method: 'card', note: 'Se queda' }, file)
        const html = await reply.text()
        expect(reply.status).to.equal(422)
        expect(html).to.include(text)
        expect(html).to.include('Se queda')
        expect(html).to.include('href="#proof"')
      }
      expect(await paylink.linkStatus(link.id)).to.equal('active')
    })

    const FAULTS: [string, Record<string, string>, string][] = [
      ['no method', {}, '#method'],
      ['a method that does not exist', { method: 'gold' }, '#method'],
      ['no day', { method: 'card', paidOn: '' }, '#paidOn'],
      ['a day to come', { method: 'card', paidOn: '2099-01-01' }, '#paidOn'],
      ['a long note', { method: 'card', note: 'x'.repeat(1001) }, '#note'],
    ]
    for (const [what, changes, field] of FAULTS) {
      it(`refuse a payment with ${what}`, async () => {
        const link = await paylink.createLink()
        const reply = await owner.send(`${LINKS}/${link.id}/mark-paid`, changes)
        expect(reply.status).to.equal(422)
        expect(reply.html).to.include(`href="${field}"`)
        expect(await paylink.linkStatus(link.id)).to.equal('active')
      })
    }

    it('edit what may be edited, and tell who changed the link meanwhile (R84, R117–R120)', async () => {
      const link = await paylink.createLink({ title: 'Antes', customerName: 'Ana', metadata: { a: '1' } })
      const path = `${LINKS}/${link.id}/edit`
      const form = await owner.form(path, path)
      const fields = { ...form.fields, title: 'Después', customerName: '', 'metadata[0].value': '2' }
      const reply = await owner.post(path, fields)
      expect(reply.headers.get('location')).to.equal(`${LINKS}/${link.id}?done=edited`)
      const saved = await paylink.linkOf(link.id)
      expect(saved).to.deep.include({ title: 'Después', customerName: null, metadata: { a: '2' } })
      expect(saved.amountCentavos).to.equal(link.amountCentavos)
      // The same form again: it is as it asks already.
      expect((await owner.post(path, fields)).status).to.equal(303)
      // Shown again with a fault, the form is still of the former version.
      const faulty = await owner.post(path, { ...form.fields, title: '' })
      expect(faulty.status).to.equal(422)
      const seen = formsIn(faulty.html).find(({ action }) => action === path)?.fields ?? {}
      const stale = await owner.post(path, { ...seen, title: 'Otro' })
      expect(stale.status).to.equal(409)
      expect(stale.text).to.include('Alguien cambió este enlace')
      expect(stale.html).to.include('value="Otro"')
      expect((await paylink.linkOf(link.id)).title).to.equal('Después')
      const bad = await owner.send(path, { title: ' ' })
      expect(bad.status).to.equal(422)
      const step = await owner.send(path, { step: 'add-data', title: 'Se queda' })
      expect(step.status).to.equal(200)
      expect(step.html).to.include('value="Se queda"')
      expect(step.html).to.include('name="metadata[1].key"')
    })
  })
}
