import { ContainerModule } from 'inversify'
import type { Router } from 'express'
import { ReadAccount } from '../accounts/read-account.js'
import { AcceptInvitation } from '../identity/accept-invitation.js'
import { AgreeToEmailChange } from '../identity/agree-to-email-change.js'
import { ChangeEmail } from '../identity/change-email.js'
import { ChangePassword } from '../identity/change-password.js'
import { ConfirmIdentity } from '../identity/confirm-identity.js'
import { OwnCodes } from '../identity/own-codes.js'
import { OwnPasskeys } from '../identity/own-passkeys.js'
import { OwnSessions } from '../identity/own-sessions.js'
import { ReadInvitation } from '../identity/read-invitation.js'
import { ReadPendingSignIn } from '../identity/read-pending-sign-in.js'
import { ReadSecurity } from '../identity/read-security.js'
import { ReadSession } from '../identity/read-session.js'
import { RequestReset } from '../identity/request-reset.js'
import { ResetPassword } from '../identity/reset-password.js'
import { SecondStep } from '../identity/second-step.js'
import { IdentityCookies } from '../identity/session-cookie.js'
import { SignIn } from '../identity/sign-in.js'
import { SignInWithPasskey } from '../identity/sign-in-with-passkey.js'
import { BASE_URL, key, provide, provideFrom } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { CsrfGuard } from '../web/csrf-guard.js'
import type { Route } from './route.js'
import { EmailPages } from './security/email.pages.js'
import { PasskeyPages } from './security/passkeys.pages.js'
import { PasswordPages } from './security/password.pages.js'
import { SecurityCodePages } from './security/code.pages.js'
import { SecurityPages } from './security/security.pages.js'
import { ShowSecurity } from './security/show-security.js'
import { SetupPages } from './setup/setup.pages.js'
import { EmailChangePages } from './sign-in/email-change.pages.js'
import { CodePages } from './sign-in/code.pages.js'
import { ConfirmPages } from './sign-in/confirm.pages.js'
import { InvitationPages } from './sign-in/invitation.pages.js'
import { DashboardPaths } from './dashboard-paths.js'
import { OutsideVisits } from './outside-visits.js'
import { ResetPages } from './sign-in/reset.pages.js'
import { SignInPages } from './sign-in/sign-in.pages.js'

/** The addresses without a session. */
export const OUTSIDE_ROUTERS = key<Router[]>('outside routers')

/** Those of one's own sign-in, and of the first run. */
export const OWN_ROUTES = key<Route[]>('own routes')

export const signInModule = new ContainerModule(({ bind }) => {
  provide(bind, OutsideVisits, [ReadAccount, CsrfGuard, IdentityCookies, DashboardPaths, BASE_URL])
  provide(bind, SignInPages, [OutsideVisits, ReadSession, SignIn, SignInWithPasskey, BASE_URL])
  provide(bind, CodePages, [OutsideVisits, SecondStep, ReadPendingSignIn])
  provide(bind, ResetPages, [OutsideVisits, RequestReset, ResetPassword, ReadInvitation, Timer])
  provide(bind, InvitationPages, [OutsideVisits, ReadInvitation, AcceptInvitation, ReadAccount, ReadSession, BASE_URL])
  provide(bind, ConfirmPages, [OutsideVisits, ConfirmIdentity, ReadSecurity, OwnSessions])
  provide(bind, PasswordPages, [ChangePassword, IdentityCookies])
  provide(bind, ShowSecurity, [ReadSecurity, OwnSessions])
  provide(bind, PasskeyPages, [OwnPasskeys, ReadSecurity, ShowSecurity, IdentityCookies])
  provide(bind, SecurityCodePages, [OwnCodes, ReadSecurity, IdentityCookies, CsrfGuard])
  provide(bind, EmailPages, [ChangeEmail, ReadSecurity, ShowSecurity])
  provide(bind, EmailChangePages, [OutsideVisits, AgreeToEmailChange, ReadAccount, ReadSession])
  provide(bind, SecurityPages, [ShowSecurity, OwnSessions, PasswordPages, PasskeyPages, SecurityCodePages, EmailPages])
  provideFrom(
    bind,
    OUTSIDE_ROUTERS,
    [SignInPages, CodePages, ResetPages, InvitationPages, EmailChangePages],
    (...pages) => pages.map((page) => page.router()),
  )
  provideFrom(bind, OWN_ROUTES, [ConfirmPages, SecurityPages, SetupPages], (...pages) =>
    pages.flatMap((page) => page.routes()),
  )
})
