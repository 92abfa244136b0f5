import type { Role } from '../identity/role.js'

/** What a control or an address of the dashboard requires. */
export type Permission =
  | 'home:read'
  /** Links and, on them, their payments; a cashier sees the links they created. */
  | 'links:read'
  /** Create, duplicate, share, mark as paid; a cashier on their own links. */
  | 'links:charge'
  /** Edit, disable, release. */
  | 'links:manage'
  | 'payments:read'
  /** Ask the provider, send a receipt, request and cancel invoices. */
  | 'payments:manage'
  | 'review:read'
  | 'review:decide'
  | 'invoices:read'
  | 'accountant:read'
  | 'settings:manage'
  | 'audit:read'
  /** Brand, team: the owner alone. */
  | 'account:manage'
  /** One's own sign-in. */
  | 'self'

const VIEWER: readonly Permission[] = [
  'home:read',
  'links:read',
  'payments:read',
  'review:read',
  'invoices:read',
  'accountant:read',
  'audit:read',
  'self',
]
const CASHIER: readonly Permission[] = ['home:read', 'links:read', 'links:charge', 'self']
const ADMIN: readonly Permission[] = [
  ...VIEWER,
  'links:charge',
  'links:manage',
  'payments:manage',
  'review:decide',
  'settings:manage',
]

const PERMISSIONS: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set<Permission>([...ADMIN, 'account:manage']),
  admin: new Set(ADMIN),
  cashier: new Set(CASHIER),
  viewer: new Set(VIEWER),
}

export const roleMay = (role: Role, permission: Permission): boolean => PERMISSIONS[role].has(permission)

/** A cashier works with the links they created, and sees no others. */
export const seesOwnLinksOnly = (role: Role): boolean => role === 'cashier'
