import { expect } from 'chai'
import { Sandbox } from './harness.js'

const PAGE = 'http://localhost:3000/sandbox/invoicing_provider/'

describe('the sandbox’s page of invoicing', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = new Sandbox()
    await sandbox.start()
  })
  afterEach(() => sandbox.stop())

  const valueOf = (text: string, name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1]
  const isTicked = (text: string, name: string) => new RegExp(`name="${name}"[^>]*checked`).test(text)

  it('shows the defaults', async () => {
    const { status, text } = await sandbox.page('GET', PAGE)
    expect(status).to.equal(200)
    expect(['stamps', 'stampSeconds', 'cancelSeconds'].map((name) => valueOf(text, name))).to.deep.equal(['', '0', '2'])
    expect(isTicked(text, 'stampingFails') || isTicked(text, 'cancelRefused')).to.equal(false)
    expect(text).to.include('Facturación de prueba').and.include('EKU9003173C9').and.include('NOE010101AA1')
    expect(text).to.not.include('<script')
  })

  it('keeps and shows settings', async () => {
    const answer = await sandbox.behave({
      ...{ stamps: '3', stampSeconds: '60', cancelSeconds: '86400', stampingFails: 'on', cancelRefused: 'on' },
    })
    expect([answer.status, answer.headers!['location']]).to.deep.equal([303, `${PAGE}?saved`])
    const { text } = await sandbox.page('GET', PAGE)
    expect(['stamps', 'stampSeconds', 'cancelSeconds'].map((name) => valueOf(text, name))).to.deep.equal([
      ...['3', '60', '86400'],
    ])
    expect(isTicked(text, 'stampingFails') && isTicked(text, 'cancelRefused')).to.equal(true)
  })

  it('counts the stamps that are left', async () => {
    await sandbox.behave({ stamps: '3' })
    await sandbox.stamp()
    expect(valueOf((await sandbox.page('GET', PAGE)).text, 'stamps')).to.equal('2')
  })

  it('resets to the defaults', async () => {
    await sandbox.behave({ stamps: '0', stampSeconds: '60' })
    await sandbox.page('POST', PAGE, 'usual', { stamps: '0' })
    expect((await sandbox.stamp()).status).to.equal('stamped')
  })

  const noNumbers: Record<string, string>[] = [
    { stamps: '-1' },
    { stamps: '1000' },
    { stampSeconds: '1.5' },
    { cancelSeconds: 'soon' },
  ]
  for (const fields of noNumbers) {
    it(`refuses ${JSON.stringify(fields)}`, async () => {
      const { status, text } = await sandbox.behave(fields)
      expect(status).to.equal(400)
      expect(text).to.include('role="alert"')
      expect((await sandbox.stamp()).status).to.equal('stamped')
    })
  }

  it('speaks English', async () => {
    sandbox.locale = 'en'
    expect((await sandbox.page('GET', PAGE)).text)
      .to.include('Test invoicing')
      .and.include('lang="en"')
  })

  it('is the only page', async () => {
    expect((await sandbox.page('GET', `${PAGE}nothing`)).status).to.equal(404)
  })
})
