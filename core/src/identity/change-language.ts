import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Session } from './session.js'
import type { Users } from './users.repository.js'

/** The language of a person's own dashboard and mails; the account's stays. */
export class ChangeLanguage {
  constructor(
    private readonly users: Users,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run({ user }: Session, locale: PageLocale): Promise<void> {
    await this.unitOfWork.run((tx) => this.users.update(tx, user.id, { locale }))
  }
}
