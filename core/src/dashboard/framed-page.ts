import type { VNode } from 'preact'
import type { AssetName } from './assets/assets.js'

/** The entry of the navigation that a page belongs to. */
export type Section =
  'home' | 'links' | 'payments' | 'review' | 'invoices' | 'accountant' | 'settings' | 'search' | 'you'

/** What an area gives; the frame adds navigation, mode and styles. */
export interface FramedPage {
  title: string
  section: Section
  content: VNode
  /** On phones, instead of the bottom bar: total and button of a form with one purpose. */
  bottom?: VNode
  /** Re-read the page every 10 s, for 10 minutes, while something is pending. */
  isPending?: boolean
  /** One more script, of a few pages only. */
  script?: AssetName
}
