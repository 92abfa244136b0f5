/** Below the base. */
export const EMAIL = '/settings/email'
export const SENT = `${EMAIL}/sent`
export const SUPPRESSED = `${EMAIL}/suppressed`
export const REPORTS = `${EMAIL}/reports`
export const TEST = `${EMAIL}/test`
export const PREVIEW = `${EMAIL}/preview`
