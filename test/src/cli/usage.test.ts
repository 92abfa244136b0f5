import { mkdtempSync, rmSync, existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runBesideOthers, runCommand } from '../support/command.js'

const WRONG: [string, string][] = [
  ['nope', 'nope'],
  ['', 'Usage'],
  ['keys', 'Usage'],
  ['accounts subscription', 'Usage'],
  ['keys nope', 'nope'],
  ['keys list --nope', '--nope'],
  ['keys list extra', 'too many'],
  ['keys create', '--mode'],
  ['keys create --mode prod', '--mode'],
  ['keys create --mode test --rate-limit 0', '--rate-limit'],
  ['keys create --mode test --rate-limit 1000001', '--rate-limit must be a whole number from 1 to 1000000'],
  ['keys create --mode test --rate-limit fast', '--rate-limit'],
  ['keys create --mode test --name=', '--name must have 1 to 200 characters'],
  ['keys create --mode test --scopes nope', '--scopes must be one or more of links:read'],
  ['keys create --mode test --scopes ,', '--scopes'],
  ['keys create --mode test --link-limit 0', '--link-limit must be a whole number from 1 to'],
  ['keys create --mode test --daily-limit 100.50', '--daily-limit'],
  ['keys create --mode test --ask-first list_payments', '--ask-first must be some of create_payment_link'],
  ['keys create --mode test --ask-first ,', '--ask-first'],
  ['keys revoke', 'id'],
  ['accounts create', '--name'],
  ['accounts brand --color red', '--color'],
  ['accounts brand --locale fr', '--locale'],
  ['accounts brand --time-zone Mars/Base', '--time-zone'],
  ['accounts brand --support-email none', '--support-email'],
  ['accounts brand --support-phone call-me', '--support-phone'],
  ['accounts brand --logo package.json', '--logo'],
  ['accounts brand --logo no-such-file', '--logo'],
  ['accounts mail --reminder 0', '--reminder'],
  ['accounts mail --reminder 721', '--reminder'],
  ['accounts mail --reminder soon', '--reminder'],
  ['accounts mail --receipts yes', '--receipts'],
  ['accounts mail --opens 1', '--opens'],
  ['accounts mail --alerts-to none', '--alerts-to'],
  ['accounts mail --alerts-to=', '--alerts-to'],
  ['accounts mail --alerts-to a@example.com,b@example.com', '--alerts-to'],
  ['accounts invoicing --days-after-month 61', '--days-after-month'],
  ['accounts invoicing --days-after-month -1', '--days-after-month'],
  ['accounts invoicing --days-after-month soon', '--days-after-month'],
  ['emails list --limit 0', '--limit'],
  ['emails list --limit 1001', '--limit'],
  ['emails show', 'id'],
  ['emails receipt', 'payment'],
  ['emails invoice', 'payment'],
  ['emails allow ana@example.com', '--mode'],
  ['connections connect --mode test', 'provider'],
  ['connections connect provider_a --mode test --set nothing', '--set'],
  ['connections connect provider_a --mode test --set k=@no-such-file', '--set'],
  ['connections connect provider_a --mode test --sandbox --set a=b', '--sandbox'],
  ['invoicing', 'Usage'],
  ['invoicing connect --sandbox', '--mode'],
  ['invoicing connect --mode test --sandbox --set a=b', '--sandbox'],
  ['invoicing choose-merchant --mode test', 'id'],
  ['invoicing list --mode test --limit 0', '--limit'],
  ['links create --mode test --title T', '--item'],
  ['links create --mode test --title T --item Taza:1', '--item'],
  ['links create --mode test --title T --item Taza:0:100', '--item (items[0].quantity) must be at least 1'],
  [
    `links create --mode test --title ${'T'.repeat(201)} --item :1:1`,
    '--title must have at most 200 characters; --item',
  ],
  ['links list --limit 101', '--limit must be at most 100'],
  ['payments list --limit 0', '--limit must be at least 1'],
  ['move --to mysql://db', '--to must be sqlite:<path> or postgres://'],
  ['move --to @/nowhere/url', '--to: ENOENT'],
  ['emails receipt pay_1 --to none.example', '--to must be one e-mail address'],
  ['emails invoice pay_1 --to a@example.com,b@example.com', '--to must be one e-mail address'],
  ['webhooks create --mode test', '--url'],
  ['webhooks rotate-secret hook_1 --overlap 25', '--overlap must be a whole number from 0 to 24'],
  ['webhooks rotate-secret hook_1 --overlap 1.5', '--overlap'],
  ['webhooks create --mode test --url https://a.example --events nope', '--events must list any of payment.succeeded'],
  ['webhooks create --mode test --url https://a.example --events ,', '--events'],
  ['webhooks resend evt_1 --failed', '--failed'],
  ['webhooks resend --since yesterday', '--since'],
  ['webhooks resend --since 2026-01-02T00:00:00Z --until 2026-01-02T00:00:00Z', '--since must be before until'],
  ['listen --mode test --forward-to http://localhost:3000 --events nope', 'payment.succeeded'],
  ['sandbox fault provider_a nope', 'the kind must be one of delay_before'],
  ['sandbox fault provider_a refuse --times 0', '--times must be a whole number from 1 to 1000000'],
  ['sandbox fault provider_a refuse --times x --ms 600001', '--times must be a whole number from 1 to 1000000; --ms'],
  ['plugins new acme', '--kind'],
  ['plugins new acme --kind nope', '--kind'],
  ['plugins new acme --kind email', 'no template'],
  ['plugins new acme --kind invoicing', 'no template'],
  ['plugins new Acme --kind provider', 'name'],
  ['plugins new acme_pay --kind provider', 'letters, digits and hyphens'],
  ['plugins new manual --kind provider', 'name'],
  ['plugins check here there', 'too many'],
  ['migrate sideways', 'too many arguments'],
  ['migrate make Not_Kebab', 'kebab'],
]

describe('paylink: wrong usage and wrong settings', () => {
  let folder: string

  before(() => (folder = mkdtempSync(join(tmpdir(), 'paylink-cli-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const settled = (): Record<string, string> => ({ PAYLINK_DATA_DIR: folder, PAYLINK_LOG_LEVEL: 'silent' })

  it('exits 2, says why on standard error and nothing on standard output', async () => {
    const alone = WRONG.slice(0, 2)
    for (const [line, reason] of WRONG) {
      const run = alone.some(([one]) => one === line) ? runCommand : runBesideOthers
      const { code, stdout, stderr } = await run(line === '' ? [] : line.split(' '), settled())
      expect({ line, code, stdout }).to.deep.equal({ line, code: 2, stdout: '' })
      expect(stderr, line).to.include(reason)
    }
  })

  it('exits 0 for --help', async () => {
    const { code, stdout } = await runCommand(['keys', '--help'], settled())
    expect(code).to.equal(0)
    expect(stdout).to.include('revoke')
  })

  it('reports all faults of the settings together, by name, before anything starts', async () => {
    const faulty = {
      PAYLINK_NOPE: '1',
      PAYLINK_PORT: '99999',
      PAYLINK_DATABASE_URL: 'mysql://x',
      PAYLINK_SECRET_KEY: 'x',
    }
    const commands = [['up'], ['keys', 'list', '--json'], ['doctor']]
    const answers = await Promise.all(commands.map((command) => runCommand(command, { ...settled(), ...faulty })))
    for (const [index, { code, stdout, stderr }] of answers.entries()) {
      expect(code, commands[index]?.[0]).to.equal(1)
      for (const name of Object.keys(faulty)) expect(stderr + stdout, commands[index]?.[0]).to.include(name)
      expect(stderr.trim().split('\n'), stderr).to.have.length(1)
    }
  })

  it('reads {data_dir}/paylink.yaml, and the environment wins', async () => {
    writeFileSync(join(folder, 'paylink.yaml'), 'baseUrl: https://file.example\nport: 8123\n')
    const settings = async (env: Record<string, string>): Promise<string> => {
      const { json } = await runCommand(['doctor', '--json'], { ...settled(), ...env })
      return json[0].detail
    }
    expect(await settings({})).to.equal('https://file.example')
    expect(await settings({ PAYLINK_BASE_URL: 'https://env.example' })).to.equal('https://env.example')
    writeFileSync(join(folder, 'paylink.yaml'), 'nonsense: 1\nport: many\n')
    const { code, stderr } = await runCommand(['keys', 'list'], settled())
    expect(code).to.equal(1)
    expect(stderr).to.include('nonsense').and.to.include('port').and.to.include('paylink.yaml')
    rmSync(join(folder, 'paylink.yaml'))
    // None of these needed an existing database.
    expect(existsSync(join(folder, 'secret.key'))).to.equal(false)
  })
})
