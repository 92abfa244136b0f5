import { providerUnavailable } from '../connections/provider-problem.js'
import { Problem } from '../kernel/problem.js'

export const UNAVAILABLE =
  'The invoicing provider is not available: its plugin is not installed, or the sandbox is off.'

export const invoicingNotConnected = (): Problem =>
  new Problem('not_found', { detail: 'No invoicing provider is connected in this mode.' })

export const invoicingUnavailable = (): Problem => providerUnavailable('invoicing', UNAVAILABLE)
