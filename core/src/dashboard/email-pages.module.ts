import { ContainerModule } from 'inversify'
import { ChangeAccount } from '../accounts/change-account.js'
import { ReadAccount } from '../accounts/read-account.js'
import { ReadActorNames } from '../identity/read-actor-names.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { PreviewLetter } from '../letters/preview-letter.js'
import { ReadSentEmails } from '../letters/read-sent-emails.js'
import { AllowAddress } from '../mail/allow-address.js'
import { ReadMailServer } from '../mail/read-mail-server.js'
import { ReadSuppressions } from '../mail/read-suppressions.js'
import { EmailPages } from './email/email.pages.js'
import { PreviewPages } from './email/preview.pages.js'
import { SentPages } from './email/sent.pages.js'
import { SuppressedPages } from './email/suppressed.pages.js'
import type { Route } from './route.js'

export const EMAIL_ROUTES = key<Route[]>('routes of the emails')

export const emailPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, EmailPages, [ChangeAccount, ReadMailServer, ReadSuppressions])
  provide(bind, PreviewPages, [PreviewLetter, ReadAccount])
  provide(bind, SuppressedPages, [ReadSuppressions, AllowAddress])
  provide(bind, SentPages, [ReadSentEmails, ReadActorNames])
  provideFrom(bind, EMAIL_ROUTES, [EmailPages, PreviewPages, SuppressedPages, SentPages], (...pages) =>
    pages.flatMap((area) => area.routes()),
  )
})
