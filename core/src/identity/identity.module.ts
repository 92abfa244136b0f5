import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { ApiKeys } from '../accounts/api-keys.repository.js'
import { ChangeAccount } from '../accounts/change-account.js'
import { Grants } from '../agents/grants.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, provide } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { QueueEmail } from '../mail/queue-email.js'
import { Sealer } from '../secrets/sealer.js'
import { AcceptInvitation } from './accept-invitation.js'
import { AgreeToEmailChange } from './agree-to-email-change.js'
import { AdmitUser } from './admit-user.js'
import { Challenges } from './challenges.repository.js'
import { ChangeEmail } from './change-email.js'
import { ChangeFactors } from './change-factors.js'
import { ChangeLanguage } from './change-language.js'
import { ChangePassword } from './change-password.js'
import { ChangeUsers } from './change-users.js'
import { ChangeWaysIn } from './change-ways-in.js'
import { CheckCode } from './check-code.js'
import { Codes } from './codes.repository.js'
import { ConfirmIdentity } from './confirm-identity.js'
import { Devices } from './devices.repository.js'
import { EmailChangeAddresses } from './email-change-addresses.js'
import { EmailChangeMails } from './email-change-mails.js'
import { EmailChanges } from './email-changes.repository.js'
import { EndSessions } from './end-sessions.js'
import { HeldFormRows } from './held-forms.repository.js'
import { HeldForms } from './held-forms.js'
import { InvitationAddresses } from './invitation-addresses.js'
import { Invitations } from './invitations.repository.js'
import { InviteUser } from './invite-user.js'
import { JoinAccount } from './join-account.js'
import { KnownPlaces } from './known-places.js'
import { MakeInvitation } from './make-invitation.js'
import { OpenSession } from './open-session.js'
import { OwnCodes } from './own-codes.js'
import { OwnPasskeys } from './own-passkeys.js'
import { OwnSessions } from './own-sessions.js'
import { PasskeyCeremonies } from './passkey-ceremonies.js'
import { Passkeys } from './passkeys.repository.js'
import { PasswordHasher } from './password-hasher.js'
import { PendingSignIns } from './pending-sign-ins.repository.js'
import { ReadActorNames } from './read-actor-names.js'
import { ReadInvitation } from './read-invitation.js'
import { ReadPendingSignIn } from './read-pending-sign-in.js'
import { ReadSecurity } from './read-security.js'
import { ReadSession } from './read-session.js'
import { ReadStaffEmail } from './read-staff-email.js'
import { ReadUsers } from './read-users.js'
import { RequestReset } from './request-reset.js'
import { RequireSecondFactor } from './require-second-factor.js'
import { ResetPassword } from './reset-password.js'
import { SecondFactors } from './second-factors.js'
import { SecondStep } from './second-step.js'
import { SecurityNotices } from './security-notices.js'
import { IdentityCookies } from './session-cookie.js'
import { Sessions } from './sessions.repository.js'
import { SetUpAddress } from './set-up-address.js'
import { SignIn } from './sign-in.js'
import { SignInLimits } from './sign-in-limits.repository.js'
import { SignInWithPasskey } from './sign-in-with-passkey.js'
import { TidyIdentity } from './tidy-identity.js'
import { Users } from './users.repository.js'
import { WriteInvitation } from './write-invitation.js'

export const identityModule = new ContainerModule(({ bind }) => {
  provide(bind, Users, [READER, Generation])
  provide(bind, ChangeLanguage, [Users, UnitOfWork])
  provide(bind, Sessions, [READER])
  provide(bind, Devices, [READER])
  provide(bind, PendingSignIns, [READER])
  provide(bind, Passkeys, [READER, BASE_URL])
  provide(bind, Codes, [READER])
  provide(bind, Invitations, [READER])
  provide(bind, EmailChanges, [READER])
  provide(bind, HeldFormRows, [READER])
  provide(bind, Challenges, [UnitOfWork, Random, Clock])
  provide(bind, SignInLimits, [UnitOfWork, Clock])

  provide(bind, IdentityCookies, [BASE_URL])
  provide(bind, InvitationAddresses, [Sealer, BASE_URL])
  provide(bind, EmailChangeAddresses, [Sealer, BASE_URL])
  provide(bind, EmailChangeMails, [Accounts, QueueEmail, MailRoutes])
  provide(bind, PasswordHasher, [Random])
  provide(bind, CheckCode, [Codes, Sealer, Clock])
  provide(bind, PasskeyCeremonies, [Challenges, Passkeys, Clock, BASE_URL])
  provide(bind, SecondFactors, [Users, Codes, Passkeys])
  provide(bind, KnownPlaces, [Devices, Sessions, Clock])
  provide(bind, SecurityNotices, [Accounts, QueueEmail, MailRoutes, Ids])
  provide(bind, HeldForms, [HeldFormRows, Sealer, UnitOfWork, Ids, Clock])

  provide(bind, ReadActorNames, [Users, ApiKeys, Grants])
  provide(bind, ReadSession, [Sessions, Generation, UnitOfWork, Clock, Log])
  provide(bind, OpenSession, [Sessions, Devices, AuditLog, Ids, Random, Clock])
  provide(bind, EndSessions, [Sessions, PendingSignIns, Devices, Invitations, EmailChanges, Clock])
  provide(bind, OwnSessions, [Sessions, AuditLog, UnitOfWork, Clock])

  provide(bind, AdmitUser, [SecondFactors, PendingSignIns, OpenSession, Random, Clock])
  provide(bind, SignIn, [Users, KnownPlaces, SignInLimits, PasswordHasher, AdmitUser, UnitOfWork])
  provide(bind, SecondStep, [
    PendingSignIns,
    CheckCode,
    PasskeyCeremonies,
    KnownPlaces,
    SignInLimits,
    OpenSession,
    UnitOfWork,
    Clock,
  ])
  provide(bind, ReadPendingSignIn, [PendingSignIns, Users, SecondFactors, Clock])
  provide(bind, SignInWithPasskey, [Users, PasskeyCeremonies, SignInLimits, OpenSession, UnitOfWork])
  provide(bind, ConfirmIdentity, [
    Users,
    PasswordHasher,
    CheckCode,
    PasskeyCeremonies,
    KnownPlaces,
    SignInLimits,
    OpenSession,
    UnitOfWork,
  ])

  provide(bind, ChangeFactors, [Users, SecondFactors, OpenSession, SecurityNotices, AuditLog, UnitOfWork])
  provide(bind, ChangePassword, [
    Users,
    PasswordHasher,
    EndSessions,
    OpenSession,
    SecurityNotices,
    AuditLog,
    UnitOfWork,
    Clock,
  ])
  provide(bind, OwnCodes, [Users, Codes, ChangeFactors, Sealer, Random, UnitOfWork, Clock])
  provide(bind, OwnPasskeys, [Passkeys, Codes, PasskeyCeremonies, ChangeFactors, Clock])
  provide(bind, ReadSecurity, [Users, SecondFactors, Passkeys, Codes, EmailChanges, Clock])
  provide(bind, ChangeEmail, [Users, EmailChanges, EmailChangeMails, SignInLimits, AuditLog, UnitOfWork, Ids, Clock])
  provide(bind, AgreeToEmailChange, [
    Users,
    EmailChanges,
    EmailChangeAddresses,
    EmailChangeMails,
    EndSessions,
    AuditLog,
    UnitOfWork,
    Clock,
  ])

  provide(bind, ReadInvitation, [Users, Invitations, InvitationAddresses, Clock])
  provide(bind, WriteInvitation, [Invitations, Ids, Clock])
  provide(bind, MakeInvitation, [WriteInvitation, Accounts, QueueEmail, MailRoutes])
  provide(bind, InviteUser, [
    Users,
    Invitations,
    MakeInvitation,
    InvitationAddresses,
    AuditLog,
    UnitOfWork,
    Clock,
    RunOnce,
  ])
  provide(bind, SetUpAddress, [
    Users,
    Accounts,
    Invitations,
    WriteInvitation,
    InvitationAddresses,
    AuditLog,
    UnitOfWork,
    Clock,
  ])
  provide(bind, JoinAccount, [Accounts, Users, Passkeys, Invitations, OpenSession, AuditLog, Clock])
  provide(bind, AcceptInvitation, [
    ReadInvitation,
    Accounts,
    PasskeyCeremonies,
    PasswordHasher,
    JoinAccount,
    UnitOfWork,
  ])
  provide(bind, ChangeWaysIn, [Invitations, EndSessions, Codes, Passkeys, OpenSession, Clock])
  provide(bind, RequestReset, [Users, MakeInvitation, InvitationAddresses, SignInLimits, AuditLog, UnitOfWork])
  provide(bind, ResetPassword, [
    ReadInvitation,
    Users,
    PasswordHasher,
    ChangeWaysIn,
    SecurityNotices,
    AuditLog,
    UnitOfWork,
    Clock,
  ])
  provide(bind, ChangeUsers, [Users, Accounts, ChangeWaysIn, AuditLog, UnitOfWork, Clock])
  provide(bind, RequireSecondFactor, [Users, SecondFactors, ChangeAccount])
  provide(bind, ReadUsers, [Users, Sessions, Passkeys, Codes])
  provide(bind, ReadStaffEmail, [
    Invitations,
    Users,
    InvitationAddresses,
    EmailChanges,
    EmailChangeAddresses,
    Clock,
    BASE_URL,
  ])
  provide(bind, TidyIdentity, [
    Sessions,
    PendingSignIns,
    Devices,
    Challenges,
    SignInLimits,
    HeldFormRows,
    UnitOfWork,
    Clock,
  ])
})
