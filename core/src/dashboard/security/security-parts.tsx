import type { ComponentChildren, VNode } from 'preact'
import { Icon } from '../../web/icons.js'
import type { FramedPage } from '../framed-page.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { securityWords } from './words.js'

/** Below the base. */
export const SECURITY = '/settings/security'

export const PhoneShape = (): VNode => (
  <Icon>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 17.5h2" />
  </Icon>
)

export const LaptopShape = (): VNode => (
  <Icon>
    <rect x="5" y="5" width="14" height="10" rx="1.5" />
    <path d="M3 19h18" />
  </Icon>
)

/** A page with one purpose below the list. */
export function securityPage(visit: Visit, title: string, content: ComponentChildren, about?: string): FramedPage {
  const back = { href: `${visit.base}${SECURITY}`, label: securityWords(visit.locale).back }
  return settingsPage({ title, about, back }, content)
}
