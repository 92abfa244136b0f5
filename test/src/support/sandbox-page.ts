import { expect } from 'chai'
import type { CheckoutSandbox } from './checkout-sandbox.js'

export const outcomes = (text: string) => [...text.matchAll(/name="outcome"\s+value="(\w+)"/g)].map((match) => match[1])

/** The tests of a checkout's page that all sandboxes share. */
export function expectPlainPage(
  sandbox: CheckoutSandbox,
  offered: readonly string[],
  shown: readonly string[] = [],
): void {
  it('offers each outcome as a button of a plain form, in the reader’s language', async () => {
    const { redirectUrl } = (await sandbox.open()).handle
    const spanish = await sandbox.page('GET', redirectUrl)
    expect(outcomes(spanish.text)).to.have.members([...offered])
    expect(spanish.text).to.contain('<html lang="es-MX">').and.contain('$4,350.00').and.contain('Modo de prueba')
    for (const text of shown) expect(spanish.text).to.contain(text)
    sandbox.locale = 'en'
    const english = await sandbox.page('GET', redirectUrl)
    sandbox.locale = 'es-MX'
    expect(english.text).to.contain('<html lang="en">').and.contain('Test mode')
    expect(spanish.text.match(/<h1/g)).to.have.length(1)
    expect(spanish.text).not.to.match(/<script|\son\w+=|javascript:/i)
  })

  it('lets its forms lead only back to the merchant', async () => {
    const { headers } = await sandbox.page('GET', (await sandbox.open()).handle.redirectUrl)
    expect(headers!['content-security-policy']).to.contain("default-src 'none'")
    expect(headers!['content-security-policy']).to.contain("form-action 'self' https://pay.example.com;")
    expect(headers).to.include({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  it('escapes titles', async () => {
    const nasty = `</style><script>alert(1)</script><img src=x onerror='alert(1)'>"&amp;`
    const items = [{ name: nasty, quantity: 1, unitAmount: 5000, taxAmount: 0 }]
    const { handle } = await sandbox.open({ title: nasty, items, total: { amount: 5000, currency: 'MXN' } })
    const { text } = await sandbox.page('GET', handle.redirectUrl)
    expect(text).not.to.match(/<script|<img/)
    expect(text).to.contain('&#60;script&#62;alert(1)&#60;/script&#62;').and.contain('&#38;amp;')
  })
}
