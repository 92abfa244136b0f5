import type { ShopPerson } from '../support/dashboard.js'

const MAX_STEPS = 12

/** What a person does with the address that the suite prints: signs in, allows, and is sent back to the program. */
export async function consent(person: ShopPerson, address: string): Promise<void> {
  const { paylink } = person
  const home = new URL(paylink.url)
  let next = new URL(address)
  // Cookies of the authorization server, beside that of the person's session.
  const cookies = new Map<string, string>()
  for (let step = 0; step < MAX_STEPS; step++) {
    if (next.origin !== home.origin) return void (await fetch(next))
    const browser = person.withCookie([person.cookie, ...[...cookies].map((pair) => pair.join('='))].join('; '))
    let reply = await browser.get(next.href)
    if (reply.status === 200) reply = await browser.send(next.pathname + next.search, { decision: 'allow' })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined) cookies.set(name, value ?? '')
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`${next.pathname} answered ${reply.status}: ${reply.text.slice(0, 200)}`)
    next = new URL(location, next)
  }
  throw new Error(`${address} leads nowhere`)
}
