import type { ReadAccount } from '../accounts/read-account.js'
import { isLogoType } from '../accounts/logo.js'
import { fileHeaders } from '../web/answer.js'
import { merchantIcon } from '../web/merchant-icon.js'
import type { Route } from './route.js'
import type { Visit } from './visit.js'

/** The merchant's mark: their logo, else their initials. */
export const logoAddress = ({ account, base }: Pick<Visit, 'account' | 'base'>): string =>
  account.brand.logoType === null ? merchantIcon({ name: account.name, color: account.brand.color }) : `${base}/logo`

export const logoRoutes = (accounts: ReadAccount): Route[] => [
  {
    method: 'get',
    path: '/logo',
    permission: 'self',
    answer: async ({ response, account }) => {
      const logo = await accounts.logo(account.id)
      if (!logo || !isLogoType(logo.type)) {
        // A page of the dashboard is of no use to an <img>.
        response.status(404).end()
        return
      }
      response.status(200).set({ ...fileHeaders(logo.type), 'Cache-Control': 'private, max-age=300' })
      response.end(Buffer.from(logo.bytes))
    },
  },
]
