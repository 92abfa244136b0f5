import { CreateAccount } from '@paylink/core/accounts/create-account'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { withService } from '@paylink/core/cli/with-service'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { ChooseIssuer } from '@paylink/core/invoicing/choose-issuer'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'

export interface BenchMerchant {
  key: string
  /** Of its connection for payments. */
  connectionId: string
}

/** Makes an account with both connections for each name; the name is in the keys of its connections. Prints a list. */
const [apiBase = '', ...names] = process.argv.slice(2)
const merchants: BenchMerchant[] = []
await withService(async ({ container }) => {
  for (const name of names) {
    const { id: accountId } = await container.get(CreateAccount).run(name, OPERATOR)
    const operator = actFor(OPERATOR, { accountId, livemode: false })
    const { text: key } = await container.get(CreateKey).run(operator, { name })
    const settings = { secretKey: `sk_test_${name}`, apiBase }
    await container.get(ConnectInvoicing).run(operator, { sandbox: false, settings })
    await container.get(ChooseIssuer).run(operator, 'org_bench')
    const payments = {
      provider: 'provider_a',
      sandbox: false,
      settings: { ...settings, webhookSecret: 'whsec_of_the_bench' },
    }
    const { connection } = await container.get(ConnectProvider).run(operator, payments)
    merchants.push({ key, connectionId: connection.id })
  }
})
process.stdout.write(JSON.stringify(merchants))
