import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { withoutPlugins } from '@paylink/core/cli/with-service'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { OpenSession } from '@paylink/core/identity/open-session'
import { IdentityCookies } from '@paylink/core/identity/session-cookie'
import { Users } from '@paylink/core/identity/users.repository'
import { Clock, iso } from '@paylink/core/kernel/clock'
import { Ids } from '@paylink/core/kernel/ids'

/** Makes an owner who is signed in, and prints the cookie. */
await withoutPlugins(async ({ container }) => {
  const [account] = await container.get(Accounts).list()
  if (!account) throw new Error('there is no account')
  const user = { id: container.get(Ids).next('usr'), accountId: account.id }
  const { token } = await container.get(UnitOfWork).run(async (tx) => {
    await container.get(Users).insert(tx, {
      ...{ ...user, email: 'owner@bench.example', emailKey: 'owner@bench.example', name: 'Owner', role: 'owner' },
      ...{
        locale: null,
        password: null,
        passwordChangedAt: null,
        createdAt: iso(container.get(Clock).now()),
        disabledAt: null,
      },
    })
    const place = { ip: '127.0.0.1', userAgent: '' }
    return container.get(OpenSession).signIn(tx, user, place, { method: 'password' })
  })
  process.stdout.write(`${container.get(IdentityCookies).nameOf('session')}=${token}`)
})
