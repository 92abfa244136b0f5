import { readFileSync } from 'node:fs'
import { paylinkCommand } from '@paylink/core/cli/main'
import { expect } from 'chai'
import type { Command } from 'commander'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes } from '../support/dashboard.js'

const TABLE = new URL('../../../docs/commands.md', import.meta.url)

/** Those that run, as one types them: `accounts subscription activate`. */
function commandsOf(command: Command, before: readonly string[] = []): string[] {
  const name = [...before, command.name()]
  return command.commands.length === 0 ? [name.join(' ')] : command.commands.flatMap((child) => commandsOf(child, name))
}

const rows = readFileSync(TABLE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, command, page] = /^\| `([^`]+)` +\| (.+?) +\|$/.exec(line) ?? []
    return command === undefined || page === undefined ? [] : [{ command, page }]
  })

const addressesIn = (page: string): string[] => [...page.matchAll(/`(\/[^`]+)`/g)].map(([, address = '']) => address)

describe('the table of commands and their pages', () => {
  let pages: string[]
  let paylink: TestAppliance

  before(async () => {
    paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })
    pages = (await dashboardRoutes(paylink)).filter(({ method }) => method === 'get').map(({ path }) => path)
  })
  after(() => paylink.stop())

  it('has every command, once and in the order of --help, and no other', () => {
    const commands = paylinkCommand().commands.flatMap((command) => commandsOf(command))
    expect(commands).to.include.members(['up', 'migrate down', 'accounts subscription activate', 'webhooks resend'])
    expect(rows.map(({ command }) => command)).to.deep.equal(commands)
  })

  it('names a page that is served, or why there is none', () => {
    const served = [...pages, '/openapi.json']
    for (const { command, page } of rows) {
      const addresses = addressesIn(page)
      if (!page.startsWith('— ')) expect(addresses, `${command} has neither a page nor a reason`).not.to.have.length(0)
      for (const address of addresses) expect(served, `${command}: ${address}`).to.include(address)
    }
  })
})
