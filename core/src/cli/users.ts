import { Command } from 'commander'
import type { Invitation } from '../identity/invitation.js'
import type { MadeInvitation } from '../identity/invite-user.js'
import type { Role } from '../identity/role.js'
import { actForAccount, OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { accountCommand, type Options, UsageError } from './options.js'
import { withFlagNames } from './with-flag-names.js'
import { withAccount } from './with-service.js'

interface InviteOptions extends Options {
  email: string
  role?: Role
  name?: string
}

interface ResetOptions extends Options {
  email: string
  removeSecondFactor?: boolean
}

const FLAGS = { email: '--email', name: '--name', role: '--role' }

export function usersCommand(): Command {
  const command = new Command('users').description('manage who signs in to the dashboard')
  command.addCommand(accountCommand('list', 'list users, and invitations not accepted yet').action(list))
  command.addCommand(
    emailCommand('invite', 'invite a person; prints the one-time address, valid for 7 days')
      .option('--role <role>', 'owner, admin, cashier or viewer; default: viewer')
      .option('--name <name>', 'how the person is called')
      .action(invite),
  )
  command.addCommand(
    emailCommand('reset-password', 'print a one-time address, valid for 24 hours, where the person sets a password')
      .option('--remove-second-factor', 'also remove passkeys and codes, of a person who lost them')
      .action(resetPassword),
  )
  command.addCommand(
    emailCommand('set-role', 'change what a person may do; they sign in again')
      .requiredOption('--role <role>', 'owner, admin, cashier or viewer')
      .action(setRole),
  )
  command.addCommand(
    emailCommand('remove', 'remove a person, whose sessions end at once, or withdraw their invitation').action(remove),
  )
  command.addCommand(
    accountCommand('require-second-factor', 'require a passkey, or a code besides the password, of everyone')
      .argument('<on|off>')
      .action(requireSecondFactor),
  )
  return command
}

const emailCommand = (name: string, description: string): Command =>
  accountCommand(name, description).requiredOption('--email <address>')

async function list(options: Options): Promise<void> {
  await withAccount(options, async ({ container }, { id }) => {
    const { ReadUsers } = await import('../identity/read-users.js')
    const { InviteUser } = await import('../identity/invite-user.js')
    const people = await container.get(ReadUsers).list(id)
    const invited = await container.get(InviteUser).list(id)
    const documents = [
      ...people.map((person) => ({ ...person, status: 'active' })),
      ...invited.map(({ id: invitation, email, name, role, createdAt }) => ({
        ...{ id: invitation, email, name, role, createdAt },
        ...{ hasPassword: false, hasPasskey: false, hasCodes: false, lastUsedAt: null, status: 'invited' },
      })),
    ]
    answer(options, documents)
  })
}

async function invite({ email, role, name, ...options }: InviteOptions): Promise<void> {
  await checkFlags({ email, role, name })
  await withAccount(options, async ({ container }, account) => {
    const { InviteUser } = await import('../identity/invite-user.js')
    const principal = actForAccount(OPERATOR, account.id)
    answer(options, toDocument(await container.get(InviteUser).run(principal, { email, role, name })))
  })
}

async function resetPassword({ email, removeSecondFactor = false, ...options }: ResetOptions): Promise<void> {
  await checkFlags({ email })
  await withUser(options, email, async ({ container }, principal, user) => {
    const { RequestReset } = await import('../identity/request-reset.js')
    const reset = { clearsSecondFactor: removeSecondFactor }
    return toDocument(await container.get(RequestReset).forMember(principal, user.email, reset))
  })
}

async function setRole({ email, role, ...options }: Options & { email: string; role: Role }): Promise<void> {
  await checkFlags({ email, role })
  await withUser(options, email, async ({ container }, principal, user) => {
    const { ChangeUsers } = await import('../identity/change-users.js')
    await container.get(ChangeUsers).setRole(principal, user.id, role)
    return { id: user.id, email: user.email, role }
  })
}

async function remove({ email, ...options }: Options & { email: string }): Promise<void> {
  await checkFlags({ email })
  await withAccount(options, async (service, { id }) => {
    const principal = actForAccount(OPERATOR, id)
    const invitation = await findInvitation(service, id, email)
    if (invitation) {
      const { InviteUser } = await import('../identity/invite-user.js')
      await service.container.get(InviteUser).withdraw(principal, invitation.id)
      return answer(options, { id: invitation.id, email: invitation.email, removed: true })
    }
    const user = await findUser(service, id, email)
    const { ChangeUsers } = await import('../identity/change-users.js')
    await service.container.get(ChangeUsers).remove(principal, user.id)
    answer(options, { id: user.id, email: user.email, removed: true })
  })
}

async function requireSecondFactor(text: string, options: Options): Promise<void> {
  if (text !== 'on' && text !== 'off') throw new UsageError('require-second-factor must be on or off')
  await withAccount(options, async ({ container }, { id }) => {
    const { RequireSecondFactor } = await import('../identity/require-second-factor.js')
    const changed = await container.get(RequireSecondFactor).run(actForAccount(OPERATOR, id), text === 'on')
    answer(options, { id, ...changed })
  })
}

type Service = Parameters<Parameters<typeof withAccount>[1]>[0]

type Act = (
  service: Service,
  principal: ReturnType<typeof actForAccount>,
  user: { id: string; email: string },
) => Promise<object>

async function withUser(options: Options, email: string, act: Act): Promise<void> {
  await withAccount(options, async (service, { id }) => {
    const user = await findUser(service, id, email)
    answer(options, await act(service, actForAccount(OPERATOR, id), user))
  })
}

async function findUser(service: Service, accountId: string, email: string): Promise<{ id: string; email: string }> {
  const { ReadUsers } = await import('../identity/read-users.js')
  const user = await service.container.get(ReadUsers).findByEmail(accountId, email)
  if (user) return user
  const isInvited = await findInvitation(service, accountId, email)
  throw new Error(isInvited ? `${email} was invited and has not joined yet` : `there is no user ${email}`)
}

/** One that the person has not accepted yet. */
async function findInvitation(
  { container }: Service,
  accountId: string,
  email: string,
): Promise<Invitation | undefined> {
  const { InviteUser } = await import('../identity/invite-user.js')
  const { emailKeyOf } = await import('../identity/user.js')
  const open = await container.get(InviteUser).list(accountId)
  return open.find(({ emailKey }) => emailKey === emailKeyOf(email))
}

/** Before the database is opened. @throws UsageError */
async function checkFlags(input: { email?: string; role?: string | undefined; name?: string | undefined }) {
  const { checkPerson } = await import('../identity/user.js')
  await withFlagNames(FLAGS, () => checkPerson(input, ['email']))
}

const toDocument = ({ invitation, address, isMailed }: MadeInvitation): object => ({
  id: invitation.purpose === 'reset' ? invitation.userId : invitation.id,
  email: invitation.email,
  name: invitation.name,
  role: invitation.role,
  url: address,
  expiresAt: invitation.expiresAt,
  mailed: isMailed,
})
