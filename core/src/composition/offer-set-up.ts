import type { Account } from '../accounts/account.js'
import { Accounts } from '../accounts/accounts.repository.js'
import { ApiKeys } from '../accounts/api-keys.repository.js'
import { CreateAccount } from '../accounts/create-account.js'
import { CreateKey } from '../accounts/create-key.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { Generation } from '../database/generation.js'
import { lockInstance } from '../database/instance.repository.js'
import { type UnitOfWork, unitOfWorkOn } from '../database/unit-of-work.js'
import { InvitationAddresses } from '../identity/invitation-addresses.js'
import { Invitations } from '../identity/invitations.repository.js'
import { SetUpAddress } from '../identity/set-up-address.js'
import { Users } from '../identity/users.repository.js'
import { WriteInvitation } from '../identity/write-invitation.js'
import type { BaseUrl } from '../kernel/named.js'
import { actFor, SYSTEM } from '../kernel/principal.js'
import type { Foundation } from './foundation.js'

const FIRST_ACCOUNT = 'Mi negocio'

/** Both are null in an installation that was set up. */
export interface SetUpOffer {
  /** The text of the first test key, if it was created now. */
  key: string | null
  /** Where the first owner sets up the dashboard. */
  address: string | null
}

/**
 * Makes what an operator needs first: an account, a test key, the address where its owner sets it up. If interrupted, it
 * continues at the next start. Needs few parts, so that a first run prints them before the application is loaded.
 */
export async function offerSetUp(foundation: Foundation): Promise<SetUpOffer> {
  const parts = partsOn(foundation)
  const key = await firstKey(parts)
  return { key, address: await parts.setUpAddress.find() }
}

/** And its account, if there is none yet. Returns the text of the key; null: the account has one. */
export const makeFirstKey = (foundation: Foundation): Promise<string | null> => firstKey(partsOn(foundation))

async function firstKey({ unitOfWork, accounts, keys, createAccount, createKey }: Parts): Promise<string | null> {
  const hasKey = async (account: Account | undefined, on?: Tx): Promise<boolean> =>
    account !== undefined && (await keys.list(account.id, on)).length > 0
  if (await hasKey((await accounts.list())[0])) return null
  return unitOfWork.run(async (tx) => {
    // Of processes that start at once, one makes it.
    await lockInstance(tx)
    const here: Pick<UnitOfWork, 'run'> = { run: (work) => work(tx) }
    const [account = await createAccount.run(FIRST_ACCOUNT, SYSTEM, here)] = await accounts.list(tx)
    if (await hasKey(account, tx)) return null
    const inTestMode = actFor(SYSTEM, { accountId: account.id, livemode: false })
    return (await createKey.run(inTestMode, { name: 'First test key' }, here)).text
  })
}

type Parts = ReturnType<typeof partsOn>

/** The container would load the modules of everything. */
function partsOn({ settings, ports, database, ids, sealer }: Foundation) {
  const { clock, random, timer } = ports
  const { reader } = database
  const generation = new Generation(reader)
  const unitOfWork = unitOfWorkOn(database, timer)
  const accounts = new Accounts(reader, generation)
  const keys = new ApiKeys(reader, generation)
  const auditLog = new AuditLog(reader, sealer, clock)
  const invitations = new Invitations(reader)
  return {
    unitOfWork,
    accounts,
    keys,
    createAccount: new CreateAccount(accounts, auditLog, unitOfWork, ids, clock),
    createKey: new CreateKey(keys, accounts, auditLog, unitOfWork, ids, random, clock),
    setUpAddress: new SetUpAddress(
      new Users(reader, generation),
      accounts,
      invitations,
      new WriteInvitation(invitations, ids, clock),
      new InvitationAddresses(sealer, settings.baseUrl as BaseUrl),
      auditLog,
      unitOfWork,
      clock,
    ),
  }
}
