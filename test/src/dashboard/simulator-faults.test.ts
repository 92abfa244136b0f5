import { ROLES } from '@paylink/core/identity/role'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const CONNECTIONS = '/dashboard/test/settings/connections'
const FAULTS = `${CONNECTIONS}/provider_a/faults`
const CALL = 'POST /v1/checkout/sessions'

for (const engine of ENGINES) {
  describe(`the faults of a simulator in the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    const faults = () => paylink.container.get(Sandbox).faultsOf('provider_a').list()
    const add = (typed: Record<string, string>) => owner.send(FAULTS, typed, '/faults')

    it('are for owner and admin of the first account, in test mode, of a provider with a simulator', async () => {
      for (const role of ROLES) {
        const { status } = await (await ShopPerson.signIn(paylink, role)).get(FAULTS)
        expect(status, role).to.equal(['owner', 'admin'].includes(role) ? 200 : 403)
      }
      expect((await owner.get(FAULTS.replace('/test', ''))).status).to.equal(404)
      expect((await owner.get(`${CONNECTIONS}/unknown/faults`)).status).to.equal(404)
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      expect((await elsewhere.get(FAULTS)).status).to.equal(404)
      const { fields } = await elsewhere.form(CONNECTIONS, '/language')
      for (const path of [FAULTS, `${FAULTS}/off`]) {
        const { status } = await elsewhere.post(path, { csrf: fields['csrf'] ?? '', kind: 'refuse' })
        expect(status).to.equal(404)
      }
      expect(await faults()).to.deep.equal([])
    })

    it('are switched on, shown on the card in words, and off again', async () => {
      const reply = await add({ kind: 'delay_before', times: '3', ms: '1500', match: CALL })
      expect(reply.headers.get('location')).to.equal(`${FAULTS}?saved=on`)
      expect(await faults()).to.deep.equal([{ kind: 'delay_before', match: CALL, times: 3, ms: 1500 }])
      const text = `Tarda antes, 3 veces más, 1,500 ms, solo en “${CALL}”`
      expect((await owner.get(FAULTS)).text).to.contain(text)
      const card = await owner.get(CONNECTIONS)
      expect(card.text).to.contain(`El simulador está fallando a propósito: ${text}`)
      await add({ kind: 'refuse' })
      await owner.send(FAULTS, {}, '/off')
      expect(await faults(), 'the button on top is for all').to.deep.equal([])
      await add({ kind: 'refuse' })
      expect((await owner.send(FAULTS, {}, '/off')).headers.get('location')).to.equal(`${FAULTS}?saved=off`)
      expect(await faults()).to.deep.equal([])
      expect((await owner.get(CONNECTIONS)).text).not.to.contain('a propósito')
    })

    it('hold for what the simulator does, and stand in place of one of the same kind and calls', async () => {
      for (const times of ['5', '1']) await add({ kind: 'refuse', match: CALL, times })
      expect((await faults()).map(({ times }) => times)).to.deep.equal([1])
      const link = await paylink.createLink()
      await paylink.press(link)
      expect(await faults(), 'used up').to.deep.equal([])
    })

    it('that are wrong are refused at their field, and what was typed is kept', async () => {
      const wrong: [Record<string, string>, string][] = [
        [{}, 'Elige cómo falla.'],
        [{ kind: 'explode' }, 'Elige cómo falla.'],
        [{ kind: 'refuse', times: '0' }, 'de 1 a 1,000,000'],
        [{ kind: 'refuse', times: 'x' }, 'de 1 a 1,000,000'],
        [{ kind: 'delay_after', ms: '600001' }, 'de 1 a 600,000'],
        [{ kind: 'refuse', match: 'x'.repeat(201) }, 'como mucho 200'],
      ]
      for (const [typed, fault] of wrong) {
        const reply = await add({ match: 'GET /kept', ...typed })
        expect(reply.status, JSON.stringify(typed)).to.equal(422)
        expect(reply.text).to.contain(fault)
        expect(reply.html).to.contain(`value="${typed['match'] ?? 'GET /kept'}"`)
      }
      expect(await faults()).to.deep.equal([])
    })

    it('are bounded in number', async () => {
      await paylink.setFaults(Array.from({ length: 50 }, (_, at) => ({ kind: 'refuse', match: `GET /${at}` }) as const))
      expect((await add({ kind: 'garbage' })).status).to.equal(422)
      expect((await add({ kind: 'refuse', match: 'GET /7' })).status).to.equal(303)
      expect(await faults()).to.have.length(50)
    })

    it('are told in English', async () => {
      await add({ kind: 'notification_lost' })
      const admin = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      const { text, html } = await admin.get(CONNECTIONS)
      expect(text).to.contain('The simulator is failing on purpose: Notification lost, once more')
      expect(html).to.contain(FAULTS)
    })
  })
}
