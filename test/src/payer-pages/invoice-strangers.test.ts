import { DAY_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { COMPANY, PayersShop, PERSON, textOf } from '../invoicing/payers-shop.js'

const EMAIL = 'compras@urs.example'
const GENERIC = {
  ...{ rfc: 'XAXX010101000', name: 'ANA LUZ', zip: '42501', regimenFiscal: '616', usoCfdi: 'S01' },
}

for (const engine of ENGINES) {
  describe(`a stranger with the link of an invoice on ${engine}`, () => {
    let shop: PayersShop
    before(async () => (shop = await PayersShop.open(engine)))
    after(() => shop?.close())

    const refusedLink = async (changes: Record<string, string>): Promise<any> => {
      const link = await shop.paidLink()
      await shop.request(link, { ...COMPANY, email: EMAIL, ...changes })
      await shop.becomes(link, 'failed')
      return link
    }
    const cookieOf = ({ headers }: { headers: Headers }): string => headers.get('set-cookie')?.split(';')[0] ?? ''
    const proveAs = (link: { url: string }, fields: Record<string, string>) =>
      shop.requestAsStranger(link, fields, '/receiver')

    it('sees refused data masked, and cannot have the invoice made out to someone else', async () => {
      const link = await refusedLink({ name: 'OTRO NOMBRE' })
      const page = await shop.seeAsStranger(link)
      expect(page.status).to.equal(200)
      for (const typed of [COMPANY.rfc, 'OTRO NOMBRE', COMPANY.zip, 'compras']) expect(page.html).to.not.include(typed)
      expect(textOf(page.html)).to.include('URE••••').and.include('c••••@urs.example')
      for (const tail of ['', '?new=1']) {
        expect((await shop.seeAsStranger(link, tail)).html).to.not.include('name="usoCfdi"')
      }
      const taken = await shop.requestAsStranger(link, PERSON)
      expect([taken.status, taken.headers.get('set-cookie')]).to.deep.equal([403, null])
      expect(textOf(taken.html)).to.include('ya se pidió con otro RFC')
      expect(await shop.invoiceIds(link)).to.have.length(1)
      const wrong = await proveAs(link, { rfc: PERSON.rfc })
      expect([wrong.status, wrong.headers.get('set-cookie')]).to.deep.equal([403, null])
      expect(textOf(wrong.html)).to.include('No coincide con los datos')
    })

    it('sees everything for 15 minutes after proving to know the RFC', async () => {
      const link = await refusedLink({ name: 'OTRO NOMBRE' })
      const other = await refusedLink({ name: 'OTRO NOMBRE' })
      const proved = await proveAs(link, { rfc: 'ure-180429-tm6 ' })
      const path = `${new URL(link.url).pathname}/invoice`
      expect([proved.status, proved.location]).to.deep.equal([303, path])
      expect(proved.headers.get('set-cookie')).to.match(
        new RegExp(`^invoice_receiver=[0-9.a-f]+; Max-Age=900; Path=${path}; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
      )
      const Cookie = cookieOf(proved)
      const { html } = await shop.seeAsStranger(link, '', { Cookie })
      for (const typed of [COMPANY.rfc, 'OTRO NOMBRE', EMAIL]) expect(html).to.include(`value="${typed}"`)
      expect((await shop.seeAsStranger(other, '', { Cookie })).html).to.not.include('OTRO NOMBRE')
      const forged = { Cookie: Cookie.replace(/\d/, (digit) => String(9 - Number(digit))) }
      expect((await shop.seeAsStranger(link, '', forged)).html).to.not.include('OTRO NOMBRE')
      shop.paylink.clock.advance(15 * MINUTE_MS)
      expect((await shop.seeAsStranger(link, '', { Cookie })).html).to.not.include('OTRO NOMBRE')
      // So does the whole form with the same RFC.
      expect((await shop.requestAsStranger(link, COMPANY)).status).to.equal(303)
      await shop.becomes(link, 'stamped')
    })

    it('may start over when the RFC itself was mistyped, without seeing it', async () => {
      const link = await refusedLink({ rfc: 'NOE010101AA1' })
      expect((await shop.seeAsStranger(link)).html).to.include('/invoice?new=1"')
      const { html } = await shop.seeAsStranger(link, '?new=1')
      expect(html).to.include('name="usoCfdi"').and.not.include('NOE0').and.not.include('compras')
      const asked = await shop.requestAsStranger(link, COMPANY)
      expect([asked.status, cookieOf(asked)]).to.satisfy(
        ([status, cookie]: [number, string]) => status === 303 && cookie,
      )
      await shop.becomes(link, 'stamped')
      expect(textOf((await shop.seeAsStranger(link, '', { Cookie: cookieOf(asked) })).html)).to.include(COMPANY.rfc)
    })

    it('gets neither files nor data of a stamped invoice without its RFC', async () => {
      const link = await shop.stampedLink({ ...COMPANY, email: EMAIL })
      const { uuid } = await shop.invoiceOf(link)
      const page = await shop.seeAsStranger(link)
      expect(textOf(page.html)).to.include('Tu factura está lista').and.include('Ver mi factura')
      for (const own of [COMPANY.rfc, COMPANY.name, uuid, 'compras']) expect(page.html).to.not.include(own)
      for (const format of ['pdf', 'xml']) {
        expect((await shop.seeAsStranger(link, `/${format}`)).location).to.match(/\/invoice$/)
      }
      const Cookie = cookieOf(await proveAs(link, { rfc: COMPANY.rfc }))
      expect(textOf((await shop.seeAsStranger(link, '', { Cookie })).html)).to.include(uuid)
      expect((await shop.seeAsStranger(link, '/pdf', { Cookie })).location).to.include('/files/invoices/')
    })

    it('is limited to five attempts a minute from one address, and twenty wrong ones a day', async () => {
      const link = await shop.stampedLink()
      const guess = (nr: number) => proveAs(link, { rfc: `URE180429AA${nr % 10}` })
      const statuses: number[] = []
      for (let minute = 0; minute < 5; minute++) {
        for (let nr = 0; nr < 5; nr++) statuses.push((await guess(nr)).status)
        if (minute < 4) expect((await guess(9)).status).to.equal(429)
        shop.paylink.clock.advance(MINUTE_MS)
      }
      expect(statuses.slice(0, 20)).to.deep.equal(Array<number>(20).fill(403))
      expect(statuses.slice(20)).to.deep.equal(Array<number>(5).fill(429))
      const { status, headers, html } = await proveAs(link, { rfc: COMPANY.rfc })
      expect([status, headers.get('retry-after')]).to.deep.equal([429, '3600'])
      expect(textOf(html)).to.include('Demasiados intentos')
      // Nor does a second submit reveal whether its RFC matches.
      expect((await shop.requestAsStranger(link, COMPANY)).headers.get('set-cookie')).to.equal(null)
      shop.paylink.clock.advance(DAY_MS)
      expect((await proveAs(link, { rfc: COMPANY.rfc })).status).to.equal(303)
    })

    it('needs more than the RFC that everyone knows', async () => {
      for (const [email, proof] of [
        [EMAIL, { email: 'Compras@urs.example' }],
        ['', { name: 'ana  luz' }],
      ] as const) {
        const link = await shop.stampedLink({ ...GENERIC, email })
        const { html } = await shop.seeAsStranger(link)
        expect(html)
          .to.include(`name="${Object.keys(proof)[0]}"`)
          .and.include('RFC genérico')
        const { rfc } = GENERIC
        const tries: Record<string, string>[] = [{}, { zip: GENERIC.zip }, { email: 'otra@urs.example', name: 'ANA' }]
        for (const more of tries) {
          expect((await proveAs(link, { rfc, ...more })).status).to.equal(403)
        }
        expect((await proveAs(link, { rfc, ...proof })).status).to.equal(303)
      }
    })

    it('may have the invoice sent to the address of the payment without seeing it', async () => {
      const known = 'ana@cliente.example'
      const link = await shop.paidLink({ customerEmail: known })
      const { html } = await shop.seeAsStranger(link)
      expect(textOf(html)).to.include('Enviarla a a••••@cliente.example')
      expect(html).to.not.include(known)
      const wrong = await shop.requestAsStranger(link, { ...COMPANY, zip: '1', sendToKnown: '1' })
      expect(wrong.html)
        .to.match(/name="sendToKnown"[^>]* checked/)
        .and.not.include(known)
      const other = await shop.paidLink({ customerEmail: known })
      await shop.request(link, { ...COMPANY, sendToKnown: '1', name: 'OTRO NOMBRE' })
      expect((await shop.becomes(link, 'failed')).receiver.email).to.equal(known)
      const again = await shop.see(link)
      expect(again.html).to.include('value="OTRO NOMBRE"').and.not.include(known)
      await shop.request(other, { ...COMPANY, sendToKnown: '1', email: EMAIL })
      expect((await shop.invoiceOf(other)).receiver.email).to.equal(EMAIL)
    })
  })
}
