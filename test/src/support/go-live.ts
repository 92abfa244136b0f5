import { readSettings } from '@paylink/config'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { compose } from '@paylink/core/composition/compose'
import { systemPorts } from '@paylink/core/composition/ports'
import { Connections } from '@paylink/core/connections/connections.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Ids } from '@paylink/core/kernel/ids'
import type { Site } from './site.js'
import { storedConnection } from './stored-connection.js'

/**
 * Puts the merchant of a site into live mode, beside the server as a command would, with a connection that is only
 * written down. Returns a live key.
 */
export async function goLive({ server }: Site): Promise<string> {
  const settings = readSettings(server.env)
  const { container, close } = await compose(settings, systemPorts(settings), { plugins: false })
  try {
    const [account] = await container.get(Accounts).list()
    if (!account) throw new Error('the site has no account')
    const at = new Date().toISOString()
    const verified = { ...account, verifiedAt: at, subscription: 'active' as const }
    await container.get(UnitOfWork).run(async (tx) => {
      await container.get(Accounts).update(tx, account.id, settingsOf(verified))
      const id = container.get(Ids).next('conn')
      const connection = storedConnection({ id, accountId: account.id, livemode: true, createdAt: at })
      await container.get(Connections).put(tx, connection)
    })
    const operator = actFor(OPERATOR, { accountId: account.id, livemode: true })
    return (await container.get(CreateKey).run(operator, { name: 'live' })).text
  } finally {
    await close()
  }
}
