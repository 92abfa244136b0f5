import type { Missing } from '../../quarantine/quarantine-state.js'
import type { HasPage } from './entries.js'

/** What the frame shows besides the page itself. */
export interface FrameExtras {
  /** Payments under review. More than nine are shown as `9+`: reading ten is enough. */
  reviews: number
  /** The same section in the other mode. */
  otherModeHref: string
  /** A dot on `More`. */
  needsAttention: boolean
  /** Where live is not possible yet, test mode leads to the list of what is missing. */
  canGoLive: boolean
  missing: Missing | null
  /** Only what is served is offered. */
  hasPage: HasPage
  baseUrl: string
  /** The merchant's mark: an address of this server, or a data URL. */
  mark: string
}
