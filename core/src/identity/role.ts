/** What a person may do in an account. An invitation never gives more than `viewer` unless a role is named. */
export const ROLES = ['owner', 'admin', 'cashier', 'viewer'] as const

export type Role = (typeof ROLES)[number]
