/** The commands that a problem, a description or a log line may tell the operator to run. */

export const releaseCommand = (linkId: string): string => `bin/paylink links release ${linkId} --reason REASON`

export const reviewCommand = (paymentId: string): string => `bin/paylink review show ${paymentId}`

export const ENABLE_PLUGIN = 'paylink plugins enable'

export const CHECK_PLUGIN = 'paylink plugins check'
