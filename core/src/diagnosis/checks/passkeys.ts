import type { Passkeys } from '../../identity/passkeys.repository.js'
import type { BaseUrl } from '../../kernel/named.js'
import type { Check, CheckUp } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'

const NAME = 'passkeys'

const fit = kind({ code: 'passkeys.fit', severity: 'fine', operator: () => 'made for the host of the public address' })

const areOfAnotherHost = kind<object, { made: string; host: string; count: number }>({
  code: 'passkeys.other_host',
  severity: 'wrong',
  operator: ({ made, host, count }) =>
    `${count} passkeys were made for ${made}, and work only there; PAYLINK_BASE_URL leads to ${host}: set it back, or let the owners sign in by password and add new ones. Agents that connected at ${made} connect again, too`,
})

/** Passkeys are bound to the host of the public address. */
export class PasskeysCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly passkeys: Passkeys,
    private readonly baseUrl: BaseUrl,
  ) {}

  checks(): Promise<Check[]> {
    const look = async (): Promise<Finding[]> => [await this.look()]
    return Promise.resolve([{ name: NAME, subject: { 'es-MX': 'las llaves de acceso', en: 'the passkeys' }, look }])
  }

  private async look(): Promise<Finding> {
    const made = await this.passkeys.latestHost()
    const { hostname: host } = new URL(this.baseUrl)
    if (made === null || made === host) return fit(NAME, NO_FACTS)
    const count = await this.passkeys.count()
    return count === 0 ? fit(NAME, NO_FACTS) : areOfAnotherHost(NAME, hidden({ made, host, count }))
  }
}
