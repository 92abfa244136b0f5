import { expect } from 'chai'
import { DASHBOARD_ROUTES } from '@paylink/core/dashboard/dashboard.module'
import { OUTSIDE_ROUTERS } from '@paylink/core/dashboard/sign-in-pages.module'
import { valueOf } from '@paylink/core/kernel/provide'
import { TestAppliance } from '../support/appliance.js'
import { FORMS } from './forms/forms.js'

interface Layer {
  route?: { path: string; methods: Record<string, boolean> }
}

/** Forms that no scenario cuts off yet: each has to get one. */
const WITHOUT_A_SCENARIO = [
  '/accountant/mail',
  '/settings/keys',
  '/settings/keys/:id/revoke',
  '/settings/webhooks',
  '/settings/webhooks/:id/edit',
  '/settings/webhooks/:id/ping',
  '/settings/webhooks/:id/pause',
  '/settings/webhooks/:id/resume',
  '/settings/webhooks/:id/resend',
  '/settings/webhooks/:id/events/:event/resend',
  '/settings/webhooks/:id/secret',
  '/settings/webhooks/:id/delete',
  '/settings/team/second-factor',
  '/settings/team/invitations',
  '/settings/team/invitations/:id/again',
  '/settings/team/invitations/:id/withdraw',
  '/settings/team/people/:id/role',
  '/settings/team/people/:id/remove',
  '/settings/team/people/:id/second-factor',
  '/settings/audit/verify',
  '/settings/security/email',
  '/settings/security/email/cancel',
  '/dashboard/email-change/:token',
  '/dashboard/email-change/:token/refuse',
]

describe('the forms that are cut off by kill -9 (I30)', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })))
  after(() => paylink.stop())

  it('are all forms of the dashboard', () => {
    const { container } = paylink
    const behindSession = valueOf(container, DASHBOARD_ROUTES)
      .filter(({ method }) => method === 'post')
      .map(({ path }) => path)
    const outside = valueOf(container, OUTSIDE_ROUTERS)
      .flatMap(({ stack }) => stack as unknown as Layer[])
      .filter(({ route }) => route?.methods['post'])
      .map(({ route }) => route?.path ?? '')
    expect(outside).to.include('/dashboard/sign-in')
    const cutOff = [...new Set(FORMS.map(({ route }) => route)), ...WITHOUT_A_SCENARIO]
    expect(cutOff).to.have.members([...behindSession, ...outside])
  })
})
