import { expect } from 'chai'
import { OUTSIDE_ROUTERS } from '@paylink/core/dashboard/sign-in-pages.module'
import { valueOf } from '@paylink/core/kernel/provide'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes } from '../support/dashboard.js'
import { FORMS } from './forms/forms.js'

interface Layer {
  route?: { path: string; methods: Record<string, boolean> }
}

describe('the forms that are cut off by kill -9 (I30)', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })))
  after(() => paylink.stop())

  it('are all forms of the dashboard', async () => {
    const { container } = paylink
    const behindSession = (await dashboardRoutes(paylink))
      .filter(({ method }) => method === 'post')
      .map(({ path }) => path)
    const outside = valueOf(container, OUTSIDE_ROUTERS)
      .flatMap(({ stack }) => stack as unknown as Layer[])
      .filter(({ route }) => route?.methods['post'])
      .map(({ route }) => route?.path ?? '')
    expect(outside).to.include('/dashboard/sign-in')
    const cutOff = [...new Set(FORMS.map(({ route }) => route))]
    expect(cutOff).to.have.members([...behindSession, ...outside])
  })
})
