import { run } from '@paylink/core/cli/main'

export interface BenchMerchant {
  key: string
  /** Of its connection for payments. */
  connectionId: string
}

/** Makes an account with both connections for each name; the name is in the keys of its connections. Prints a list. */
const [apiBase = '', ...names] = process.argv.slice(2)
const write = process.stdout.write.bind(process.stdout)

async function ask(...args: string[]): Promise<{ id: string; key: string }> {
  let said = ''
  process.stdout.write = (text) => {
    said += String(text)
    return true
  }
  await run([...args, '--json'])
  process.stdout.write = write
  if (process.exitCode) process.exit()
  return JSON.parse(said) as { id: string; key: string }
}

const merchants: BenchMerchant[] = []
for (const name of names) {
  const { id: account } = await ask('accounts', 'create', '--name', name, '--no-sandbox')
  const on = ['--account', account, '--mode', 'test']
  const sets = [`secretKey=sk_test_${name}`, `apiBase=${apiBase}`].flatMap((setting) => ['--set', setting])
  const { key } = await ask('keys', 'create', ...on)
  await ask('invoicing', 'connect', ...on, ...sets)
  await ask('invoicing', 'choose-merchant', 'org_bench', ...on)
  const { id } = await ask('connections', 'connect', 'provider_a', ...on, ...sets, '--set', 'webhookSecret=whsec_of_the_bench')
  merchants.push({ key, connectionId: id })
}
write(JSON.stringify(merchants))
