import { DashboardPaths } from '@paylink/core/dashboard/dashboard-paths'
import type { BaseUrl } from '@paylink/core/kernel/named'
import { expect } from 'chai'

const AT_ROOT = new DashboardPaths('https://pay.example.com' as BaseUrl)
const BELOW = new DashboardPaths('https://example.com/pay' as BaseUrl)

describe('the paths of the dashboard', () => {
  it('stand below the path of the base URL', () => {
    expect([AT_ROOT, BELOW].map((paths) => paths.ofMode(false))).to.deep.equal([
      '/dashboard/test',
      '/pay/dashboard/test',
    ])
    expect(BELOW.ofRequest({ originalUrl: '/dashboard/links?q=a' })).to.equal('/pay/dashboard/links?q=a')
  })

  const cases = [
    ['/dashboard/links?status=paid', '/dashboard/links?status=paid'],
    ['/dashboard', '/dashboard'],
    ['/dashboards', '/dashboard'],
    ['/p/x', '/dashboard'],
    ['//evil.example/dashboard', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/dashboard/../p', '/dashboard'],
    ['/dashboard/a\r\nb', '/dashboard/ab'],
    ['/dashboard/links?q=日', '/dashboard/links?q=%E6%97%A5'],
    [['/dashboard/links'], '/dashboard'],
    [undefined, '/dashboard'],
  ] as const
  for (const [asked, path] of cases) {
    it(`lead from ${JSON.stringify(asked)} to ${path}`, () => expect(AT_ROOT.next(asked)).to.equal(path))
  }

  it('lead nowhere outside the path of the base URL', () => {
    expect(BELOW.next('/pay/dashboard/links')).to.equal('/pay/dashboard/links')
    expect(BELOW.next('/dashboard/links')).to.equal('/pay/dashboard')
  })
})
