import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const NEW = '/dashboard/test/links/new'

for (const engine of ENGINES) {
  describe(`the form of a new link, on ${engine} (R21, R23, R33, R41–R43, R103–R116)`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    const linkOf = async (location: string | null) => {
      const id = /plink_\w+/.exec(location ?? '')?.[0] ?? ''
      return (await paylink.get(`/v1/payment_links/${id}`)).body
    }
    const count = async (): Promise<number> => (await paylink.db('payment_links')).length
    const simple = { title: 'Pastel de chocolate', 'items[0].unitPrice': '1,150.00' }

    it('needs two fields', async () => {
      const reply = await owner.send(NEW, simple)
      expect(reply.status, reply.text).to.equal(303)
      expect(reply.headers.get('location')).to.match(/^\/dashboard\/test\/links\/plink_\w+\?created=1$/)
      const link = await linkOf(reply.headers.get('location'))
      expect(link).to.include({
        title: 'Pastel de chocolate',
        amountCentavos: 115_000,
        channel: 'dashboard',
        livemode: false,
      })
      expect(link.items).to.deep.equal([
        { name: 'Pastel de chocolate', quantity: 1, unitPriceCentavos: 115_000, tax: 'iva_included' },
      ])
      expect(link).to.include({ expiresAt: null, customerName: null, description: null, invoiceable: false })
      expect(link.providers).to.deep.equal([])
    })

    const amounts: [typed: string, centavos: number][] = [
      ['1150', 115_000],
      ['1,150.00', 115_000],
      ['$1 150', 115_000],
      ['1150.5', 115_050],
      [' $ 1,150.05 ', 115_005],
    ]
    for (const [typed, centavos] of amounts) {
      it(`reads ${typed} as ${centavos} centavos`, async () => {
        const reply = await owner.send(NEW, { ...simple, 'items[0].unitPrice': typed })
        expect((await linkOf(reply.headers.get('location'))).amountCentavos).to.equal(centavos)
      })
    }

    it('makes one link of a form that is sent twice, also at once, and tells when it was changed in between', async () => {
      const form = await owner.form(NEW, 'links/new')
      const before = await count()
      const fields = { ...form.fields, ...simple }
      const replies = await Promise.all([owner.post(NEW, fields), owner.post(NEW, fields)])
      const again = await owner.post(NEW, fields)
      expect(new Set([...replies, again].map(({ headers }) => headers.get('location'))).size).to.equal(1)
      expect(await count()).to.equal(before + 1)
      const changed = await owner.post(NEW, { ...fields, title: 'Otro pastel' })
      expect(changed.status).to.equal(409)
      expect(changed.text).to.include('ya habías creado un enlace')
      const [, key] = /name="key" value="([^"]+)"/.exec(changed.html) ?? []
      expect(key).to.not.equal(form.fields['key'])
      expect((await owner.post(NEW, { ...fields, title: 'Otro pastel', key: key ?? '' })).status).to.equal(303)
      expect(await count()).to.equal(before + 2)
    })

    const faults: [string, Record<string, string>, string, string][] = [
      ['no title', { title: ' ' }, 'title', 'Escribe qué cobras'],
      ['a title of 201 letters', { title: 'x'.repeat(201) }, 'title', 'Escribe qué cobras'],
      ['no amount', { 'items[0].unitPrice': '' }, 'items[0].unitPrice', 'Escribe cuánto'],
      ['words in the amount', { 'items[0].unitPrice': '18 pesos' }, 'items[0].unitPrice', 'Escribe solo el número'],
      ['a comma for decimals', { 'items[0].unitPrice': '18,50' }, 'items[0].unitPrice', 'Escribe solo el número'],
      [
        'less than the provider takes',
        { 'items[0].unitPrice': '0.01' },
        'items[0].unitPrice',
        'lo mínimo que puedes cobrar',
      ],
      ['more than a price may be', { 'items[0].unitPrice': '99999999' }, 'items[0].unitPrice', 'El precio va de'],
      ['no address in the e-mail', { customerEmail: 'ana' }, 'customerEmail', 'Escribe un correo completo'],
      ['a past day', { expiry: 'pick', expiresOn: '2020-01-01' }, 'expiresOn', 'que no haya pasado'],
      [
        'a day that does not exist',
        { expiry: 'pick', expiresOn: '2027-02-30' },
        'expiresOn',
        'Escribe el día y la hora',
      ],
      ['no day', { expiry: 'pick', expiresOn: '' }, 'expiresOn', 'Elige el día'],
      [
        'an unknown provider',
        { 'providers[0]': 'provider_x', 'order[0]': 'provider_x' },
        'providers',
        'formas de cobro',
      ],
      ['a long description', { description: 'x'.repeat(2001) }, 'description', '2,000 letras'],
      [
        'a value without a name',
        { 'metadata[0].key': '', 'metadata[0].value': 'x' },
        'metadata[0].key',
        'Ponle nombre',
      ],
      ['a NUL', { title: 'a\0b' }, 'title', 'Escribe qué cobras'],
    ]
    for (const [what, changes, field, text] of faults) {
      it(`tells at its field what is wrong: ${what}`, async () => {
        const before = await count()
        const reply = await owner.send(NEW, { ...simple, ...changes })
        expect(reply.status).to.equal(422)
        expect(reply.html).to.include(`href="#${field}"`)
        expect(reply.text).to.include(text)
        for (const [name, value] of Object.entries(changes)) {
          if (/title|unitPrice|customerEmail/.test(name) && value !== '' && !value.includes('\0'))
            expect(reply.html).to.include(`value="${value}"`)
        }
        expect(await count()).to.equal(before)
      })
    }

    it('splits into items, adds and removes them, and counts the total on a button', async () => {
      const base = (await owner.form(NEW, 'links/new')).fields
      const split = await owner.post(NEW, { ...base, ...simple, step: 'split' })
      expect(split.html).to.include('name="items[0].name" type="text" value="Pastel de chocolate"')
      const items = {
        ...{ ...base, title: 'Boda', split: '1', 'items[0].name': 'Mesa', 'items[0].quantity': '1' },
        ...{ 'items[0].unitPrice': '6500', 'items[0].tax': 'iva_added', 'items[1].name': 'Galleta' },
        ...{ 'items[1].quantity': '60', 'items[1].unitPrice': '18', 'items[1].tax': 'iva_included' },
        ...{
          'items[2].name': 'Montaje',
          'items[2].quantity': '1',
          'items[2].unitPrice': '450',
          'items[2].tax': 'iva_added',
        },
      }
      const counted = await owner.post(NEW, { ...items, step: 'total' })
      expect(counted.text).to.include(
        'Conceptos $8,030.00 IVA 16 % aparte $1,112.00 IVA que ya iba incluido $148.97 Total $9,142.00',
      )
      expect(counted.text).to.include('Crear enlace por $9,142.00 MXN')
      const fewer = await owner.post(NEW, { ...items, step: 'remove-item:1' })
      expect(fewer.html).to.include('value="Montaje"').and.not.include('value="Galleta"')
      const link = await linkOf((await owner.post(NEW, items)).headers.get('location'))
      expect(link.amountCentavos).to.equal(914_200)
    })

    it('has 20 items at most', async () => {
      const base = (await owner.form(NEW, 'links/new')).fields
      const items = Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          [`items[${index}].name`, `Concepto ${index}`],
          [`items[${index}].unitPrice`, '10'],
        ]).flat(),
      )
      const more = await owner.post(NEW, { ...base, title: 'x', split: '1', ...items, step: 'add-item' })
      expect(more.html).to.include('items[19].name').and.not.include('items[20].name')
      expect((await owner.post(NEW, { ...base, title: 'x', ...items })).status).to.equal(303)
    })

    it('offers the providers in the chosen order, and all where none is left out', async () => {
      const base = (await owner.form(NEW, 'links/new')).fields
      const moved = await owner.post(NEW, { ...base, ...simple, step: 'up:provider_b' })
      expect(moved.html.indexOf('value="provider_b"')).to.be.below(moved.html.indexOf('value="provider_a"'))
      const order = {
        'order[0]': 'provider_b',
        'order[1]': 'provider_a',
        'providers[0]': 'provider_b',
        'providers[1]': 'provider_a',
      }
      const link = await linkOf((await owner.post(NEW, { ...base, ...simple, ...order })).headers.get('location'))
      expect(link.providers).to.deep.equal(['provider_b', 'provider_a'])
    })

    it('takes a day and a time in the zone of the account', async () => {
      const year = paylink.clock.now().getUTCFullYear() + 1
      const day = { expiresOn: `${year}-11-26`, expiresTime: '20:00' }
      const reply = await owner.send(NEW, { ...simple, expiry: 'pick', ...day })
      expect((await linkOf(reply.headers.get('location'))).expiresAt).to.equal(`${year}-11-27T02:00:00.000Z`)
    })

    it('is filled in from a link to duplicate, which must be of this account and mode', async () => {
      const link = await paylink.createLink({ title: 'Taza <b>', customerName: 'Ana', metadata: { pedido: 'A-1' } })
      const reply = await owner.get(`${NEW}?from=${link.id}`)
      expect(reply.html).to.include('value="Taza &lt;b>"').and.include('value="A-1"').and.include('value="Ana"')
      expect((await owner.get(`/dashboard/links/new?from=${link.id}`)).status).to.equal(404)
    })

    it('copies numbers, true and false of metadata as such where they are not changed', async () => {
      const metadata = { orders: 7, gift: true, note: ' a ', table: 4 }
      const { id } = await paylink.createLink({ metadata })
      const { fields } = await owner.form(`${NEW}?from=${id}`, 'links/new')
      const reply = await owner.post(NEW, { ...fields, 'metadata[3].value': '5' })
      const copy = await linkOf(reply.headers.get('location'))
      expect(copy.metadata).to.deep.equal({ ...metadata, table: '5' })
      for (const original of ['{"a":1}', '7x', 'null']) {
        const odd = { 'metadata[0].value': 'null', 'metadata[0].original': original }
        const made = await linkOf(
          (await owner.send(NEW, { ...simple, 'metadata[0].key': 'orders', ...odd })).headers.get('location'),
        )
        expect(made.metadata).to.deep.equal({ orders: 'null' })
      }
    })

    it('shows the page of the payer in a frame of its own, in which nothing can be sent', async () => {
      const base = (await owner.form(NEW, 'links/new')).fields
      const shown = await owner.post(`${NEW}/preview`, { ...base, ...simple, title: '<script>alert(1)</script>' })
      expect(shown.text).to.include('$1,150.00')
      expect(shown.html).to.not.include('<script>')
      const policy = shown.headers.get('content-security-policy')
      expect(policy).to.include("frame-ancestors 'self'").and.include("form-action 'none'")
      expect((await owner.post(`${NEW}/preview`, { ...base, title: '' })).status).to.equal(204)
    })

    it('keeps what was typed when the session has ended, for the same person alone', async () => {
      const { fields } = await owner.form(NEW, 'links/new')
      await paylink.writer('sessions').where({ user_id: owner.userId }).update({ ended_at: new Date().toISOString() })
      const typed = { title: 'Lo que ya escribí', 'items[0].satProductCode': '50181901' }
      const reply = await owner.post(NEW, { ...fields, ...simple, ...typed })
      expect(reply.status).to.equal(303)
      const next = new URL(reply.headers.get('location') ?? '', paylink.url).searchParams.get('next') ?? ''
      expect(next).to.match(/^\/dashboard\/test\/links\/new\?held=\w+$/)
      const other = await ShopPerson.signIn(paylink)
      expect((await other.get(next)).html).to.not.include('Lo que ya escribí')
      await paylink.writer('sessions').where({ user_id: owner.userId }).update({ ended_at: null })
      // Twice: a reload loses nothing.
      for (let time = 0; time < 2; time++) {
        for (const value of Object.values(typed)) expect((await owner.get(next)).html).to.include(value)
      }
      owner = await ShopPerson.signIn(paylink)
    })
  })
}
