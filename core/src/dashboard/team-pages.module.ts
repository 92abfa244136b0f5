import { ContainerModule } from 'inversify'
import { ReadAccount } from '../accounts/read-account.js'
import { CheckAuditLog } from '../audit/check-audit-log.js'
import { ReadAuditLog } from '../audit/read-audit-log.js'
import { FindRequest } from '../access-log/find-request.js'
import { Diagnose } from '../diagnosis/diagnose.js'
import { ChangeUsers } from '../identity/change-users.js'
import { InviteUser } from '../identity/invite-user.js'
import { ReadActorNames } from '../identity/read-actor-names.js'
import { ReadUsers } from '../identity/read-users.js'
import { RequestReset } from '../identity/request-reset.js'
import { RequireSecondFactor } from '../identity/require-second-factor.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { ReadInstallation } from '../overview/read-installation.js'
import { ReadPluginUses } from '../overview/read-plugin-uses.js'
import { PluginHealth } from '../plugin-host/plugin-health.js'
import { ReadPlugins } from '../plugin-host/read-plugins.js'
import { AboutPages } from './about/about.pages.js'
import { AuditPages } from './audit/audit.pages.js'
import { OutsideVisits } from './outside-visits.js'
import { PluginPages } from './plugins/plugins.pages.js'
import { RequestPages } from './requests/requests.pages.js'
import type { Route } from './route.js'
import { InvitationsPages } from './team/invitations.pages.js'
import { MemberPages } from './team/member.pages.js'
import { ShowTeam } from './team/show-team.js'
import { TeamPages } from './team/team.pages.js'

export const TEAM_ROUTES = key<Route[]>('routes of the team, the audit log and the plugins')

export const teamPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, ShowTeam, [ReadUsers, InviteUser, RequestReset])
  provide(bind, InvitationsPages, [InviteUser, ShowTeam])
  provide(bind, MemberPages, [ReadUsers, ChangeUsers, RequestReset, ShowTeam, OutsideVisits])
  provide(bind, TeamPages, [ShowTeam, RequireSecondFactor, InvitationsPages, MemberPages])
  provide(bind, AuditPages, [ReadAuditLog, CheckAuditLog, ReadActorNames])
  provide(bind, AboutPages, [ReadInstallation, Diagnose])
  provide(bind, RequestPages, [FindRequest, ReadActorNames])
  provide(bind, PluginPages, [ReadPluginUses, ReadPlugins, PluginHealth, ReadAccount])
  provideFrom(bind, TEAM_ROUTES, [TeamPages, AuditPages, PluginPages, AboutPages, RequestPages], (...pages) =>
    pages.flatMap((area) => area.routes()),
  )
})
