import type { VNode } from 'preact'
import { CardIcon, InvoiceIcon, MailIcon } from '../../web/icons.js'
import { may, type Visit } from '../visit.js'
import type { Permission } from '../access.js'
import {
  BrushIcon,
  CalculatorIcon,
  CalendarIcon,
  FingerprintIcon,
  FlagIcon,
  HomeIcon,
  KeyIcon,
  LinkIcon,
  ListIcon,
  MoneyIcon,
  PeopleIcon,
  PlugIcon,
  SparkIcon,
} from '../components/icons.js'
import type { FrameWords } from './words.es-mx.js'

export interface Entry {
  name: keyof FrameWords['entries']
  /** Below the base of the mode. */
  path: string
  permission: Permission
  icon: () => VNode
}

const entry = (name: Entry['name'], path: string, permission: Permission, icon: () => VNode): Entry => ({
  name,
  path,
  permission,
  icon,
})

const MAIN: readonly Entry[] = [
  entry('home', '/', 'home:read', HomeIcon),
  entry('links', '/links', 'links:read', LinkIcon),
  entry('payments', '/payments', 'payments:read', MoneyIcon),
  entry('review', '/review', 'review:read', FlagIcon),
  entry('invoices', '/invoices', 'invoices:read', InvoiceIcon),
  entry('accountant', '/accountant', 'accountant:read', CalculatorIcon),
]

const SETTINGS: readonly { group: keyof FrameWords['groups']; entries: readonly Entry[] }[] = [
  {
    group: 'business',
    entries: [
      entry('brand', '/settings/brand', 'account:manage', BrushIcon),
      entry('connections', '/settings/connections', 'settings:manage', CardIcon),
      entry('invoicing', '/settings/invoicing', 'settings:manage', InvoiceIcon),
      entry('email', '/settings/email', 'settings:manage', MailIcon),
      entry('team', '/settings/team', 'account:manage', PeopleIcon),
      entry('subscription', '/settings/subscription', 'account:manage', CalendarIcon),
    ],
  },
  {
    group: 'development',
    entries: [
      entry('keys', '/settings/keys', 'settings:manage', KeyIcon),
      entry('webhooks', '/settings/webhooks', 'settings:manage', PlugIcon),
      entry('agents', '/settings/agents', 'settings:manage', SparkIcon),
      entry('plugins', '/settings/plugins', 'settings:manage', PlugIcon),
    ],
  },
  {
    group: 'security',
    entries: [
      entry('security', '/settings/security', 'self', FingerprintIcon),
      entry('audit', '/settings/audit', 'audit:read', ListIcon),
      entry('about', '/settings/about', 'settings:manage', FlagIcon),
    ],
  },
]

/** Whether a page is served at this path below the base of the mode. */
export type HasPage = (path: string) => boolean

const isOpen = (visit: Visit, hasPage: HasPage) => (one: Entry) =>
  may(visit, one.permission) && (one.path === '/' || hasPage(one.path))

/** What this person may open, in the order of the navigation. */
export const mainEntries = (visit: Visit, hasPage: HasPage): Entry[] => MAIN.filter(isOpen(visit, hasPage))

export const settingsGroups = (
  visit: Visit,
  hasPage: HasPage,
): { group: keyof FrameWords['groups']; entries: Entry[] }[] =>
  SETTINGS.map(({ group, entries }) => ({ group, entries: entries.filter(isOpen(visit, hasPage)) })).filter(
    ({ entries }) => entries.length > 0,
  )

export const hrefOf = ({ base }: Pick<Visit, 'base'>, path: string): string => base + (path === '/' ? '' : path)

/** Path below the base of the mode, without its query. */
export function pathBelow({ address, base }: Pick<Visit, 'address' | 'base'>): string {
  const [path = ''] = address.split('?')
  return path.startsWith(base) ? path.slice(base.length).replace(/\/$/, '') : ''
}
