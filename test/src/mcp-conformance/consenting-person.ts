import { PersonAtBrowser } from '../oauth/person-at-browser.js'
import type { ShopPerson } from '../support/dashboard.js'

/** What a person does with the address that the suite prints: allows, and is sent back to the program. */
export async function consent(person: ShopPerson, address: string): Promise<void> {
  const browser = new PersonAtBrowser(person)
  const page = await browser.open(address)
  await fetch(await browser.allow(page.address))
}
