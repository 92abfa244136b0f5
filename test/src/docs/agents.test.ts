import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { callTool } from '../mcp/agent.js'
import { AgentMemory, connectByConsent } from '../oauth/official-agent.js'
import { type Installation, runningInstallation } from '../support/command.js'
import { ShopPerson } from '../support/dashboard.js'
import { TestAppliance } from '../support/appliance.js'

const GUIDE = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
const ASSUMED = 'http://localhost:8080'

/** The blocks of code of one section, without their indent. */
function blocksOf(title: string, language: string): string[] {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
  const blocks = section.matchAll(new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, 'gm'))
  return [...blocks].map(([, block = '']) => block.trim())
}

interface ToolCall {
  name: string
  arguments: object
}

describe('the guide that connects two agents', () => {
  it('connects the first over OAuth, and its call creates a link', async () => {
    const paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })
    try {
      const [command = ''] = blocksOf('Claude Code', 'sh')
      const address = /^claude mcp add --transport http paylink (\S+)$/.exec(command)?.[1] ?? ''
      const memory = new AgentMemory(await ShopPerson.signIn(paylink))
      const agent = await connectByConsent(address.replace(ASSUMED, paylink.url), memory, '2025-11-25')
      const [call] = blocksOf('Claude Code', 'json').map((text) => JSON.parse(text) as ToolCall)
      const { body } = await callTool(agent, call?.name ?? '', call?.arguments)
      await agent.close()
      expect(body).to.include({ object: 'payment_link', amountCentavos: 15000, status: 'active', livemode: false })
      expect((await paylink.linkOf(body.id)).channel).to.equal('mcp')
    } finally {
      await paylink.stop()
    }
  })

  describe('with the command line', () => {
    let site: Installation
    before(async () => (site = (await runningInstallation('sqlite')).site))
    after(() => site.remove())

    it('connects the second with a key, which reads, and asks before it disables', async () => {
      const [command = ''] = blocksOf('VS Code', 'sh')
      const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
      expect(words.shift()).to.equal('bin/paylink')
      const { key } = (await site.ask(...words)) as { key: string }
      const [settings = '', listing = ''] = blocksOf('VS Code', 'json')
      const { url, headers } = JSON.parse(settings.replace('${input:paylink-key}', key)).servers.paylink
      const agent = new Client({ name: 'vscode', version: '1' })
      const requestInit = { headers: headers as Record<string, string> }
      await agent.connect(
        new StreamableHTTPClientTransport(new URL(String(url).replace(ASSUMED, site.url)), { requestInit }),
      )
      const made = await callTool(agent, 'create_payment_link', {
        ...{ idempotencyKey: 'guide', title: 'Taza' },
        items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 15_000 }],
      })
      const call = JSON.parse(listing) as ToolCall
      const listed = await callTool(agent, call.name, call.arguments)
      expect(listed.body.data.map(({ id }: { id: string }) => id)).to.include(made.body.id)
      const asked = await callTool(agent, 'disable_payment_link', { id: made.body.id, idempotencyKey: 'guide-2' })
      await agent.close()
      expect(asked.body.approval.status).to.equal('approval_required')
      expect(asked.body.approval.url).to.include('/dashboard/test/settings/approvals/')
    })
  })
})
