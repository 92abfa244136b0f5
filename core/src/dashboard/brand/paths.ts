/** Below the base. */
export const BRAND = '/settings/brand'

export const SUBSCRIPTION = '/settings/subscription'
