import { performance } from 'node:perf_hooks'
import type { Page } from 'playwright-core'
import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD } from '../support/people.js'
import { testPostgres } from '../support/postgres.js'

/**
 * A first run by keyboard, from the address that `up` prints to the first link paid in the sandbox: steps, fields, keys,
 * and how long the server took. `node first-run.js`
 */
const SECONDS_A_KEY = 0.28
const SECONDS_A_PAGE = 5

/** Someone who never takes the hand off the keyboard. */
class Typist {
  keys = 0
  fields = 0
  pages = 0

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** By Tab, from where the focus is. */
  async reach(selector: string): Promise<void> {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await this.page.locator(`${selector}:focus`).count()) return
      await this.press('Tab')
    }
    throw new Error(`the keyboard does not reach ${selector}`)
  }

  async type(selector: string, text: string): Promise<void> {
    await this.reach(selector)
    this.fields++
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  async enter(until: RegExp): Promise<void> {
    this.pages++
    await this.press('Enter')
    await this.page.waitForURL(until)
  }
}

async function walk(engine: (typeof ENGINES)[number], scripts: boolean): Promise<void> {
  const paylink = await TestAppliance.start(engine)
  const visitor = await Visitor.arrive({ scripts, width: 1280 })
  const { page } = visitor
  const typist = new Typist(page)
  let [serverMs, requests] = [0, 0]
  page.on('requestfinished', (request) => {
    const { responseStart, requestStart } = request.timing()
    requests++
    if (responseStart > 0) serverMs += responseStart - Math.max(0, requestStart)
  })
  try {
    const began = performance.now()
    await page.goto((await paylink.container.get(SetUpAddress).find()) ?? '')
    typist.pages++
    await typist.type('[name=name]', 'Lupita Hernández')
    await typist.type('[name=email]', 'lupita@laesperanza.mx')
    await typist.type('[name=password]', PASSWORD)
    await typist.enter(/setup\/2/)
    await typist.type('[name=name]', 'Panadería La Esperanza')
    await typist.enter(/setup\/3/)
    await typist.reach('[name=way]')
    await typist.enter(/setup\/4/)
    await typist.type('[name=title]', 'Pastel de chocolate')
    await typist.type('[name=amount]', '680')
    await typist.enter(/\/p\//)
    await typist.reach('form[action*="checkout"] button')
    await typist.enter(/sandbox/)
    await typist.reach('button[value=succeed]')
    await typist.enter(/\/(p|return)\//)
    await visitor.reloadUntil('680')
    const links = await paylink.db('payment_links').pluck('status')
    const seconds = (performance.now() - began) / 1000
    const { keys, fields, pages } = typist
    const person = keys * SECONDS_A_KEY + pages * SECONDS_A_PAGE
    process.stdout.write(
      `${engine}, ${scripts ? 'with' : 'without'} scripts: link ${links.join()}; ${pages} pages, ${fields} fields, ` +
        `${keys} keys; ${requests} requests, server ${(serverMs / 1000).toFixed(2)} s, all ${seconds.toFixed(1)} s; ` +
        `a person at ${SECONDS_A_KEY} s a key and ${SECONDS_A_PAGE} s a page: ${person.toFixed(0)} s\n`,
    )
  } finally {
    await visitor.leave()
    await paylink.stop()
  }
}

for (const engine of ENGINES) for (const scripts of [true, false]) await walk(engine, scripts)
await testPostgres.stop()
process.exit(0)
