import type { VNode } from 'preact'
import { Icon } from '../../web/icons.js'

/** An icon of one outline. */
const outline = (d: string) => (): VNode => (
  <Icon>
    <path d={d} />
  </Icon>
)

export const HomeIcon = outline('M4 11 12 4l8 7v8.5a1 1 0 0 1-1 1h-4.5V15h-5v5.5H5a1 1 0 0 1-1-1z')
export const LinkIcon = outline(
  'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.5-1.5',
)
export const FlagIcon = outline('M5.5 21V4M5.5 4.5h12.5l-3 4.25 3 4.25H5.5')
export const SlidersIcon = outline(
  'M3.5 7h9M18.5 7h2M3.5 17h2M11.5 17h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
)
export const PlusIcon = outline('M12 5v14M5 12h14')
export const PencilIcon = outline('M4 20l1-4.5L16.5 4a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM14.5 6l3.5 3.5')
export const TickIcon = outline('m5 12.5 4.5 4.5L19 7.5')
export const CrossIcon = outline('M6 6l12 12M18 6 6 18')
export const DownIcon = outline('m6 9.5 6 6 6-6')
export const LeftIcon = outline('m14.5 5.5-6.5 6.5 6.5 6.5')
export const RightIcon = outline('m9.5 5.5 6.5 6.5-6.5 6.5')
export const DotsIcon = outline('M5 12h.01M12 12h.01M19 12h.01')
export const MenuIcon = outline('M4 7h16M4 12h16M4 17h16')
export const ListIcon = outline('M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01')
export const FilterIcon = outline('M4 7h16M7 12h10M10 17h4')
export const KeyIcon = outline('M12 12 20.5 3.5M16.5 7.5l3 3M8 11.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z')
export const PlugIcon = outline('M9 3v5M15 3v5M6 8h12v3.5a6 6 0 0 1-12 0zM12 17.5V21')
export const SparkIcon = outline('M11 3.5l1.9 5.6 5.6 1.9-5.6 1.9L11 18.5l-1.9-5.6L3.5 11l5.6-1.9zM18.5 16v5M16 18.5h5')
export const BrushIcon = outline(
  'M20.5 3.5c-5 2-8.5 5.5-10.5 9l2 2c3.5-2 7-5.5 8.5-11zM8.5 13.5c-2.5 0-4 1.5-4 4 0 1.2-.5 2.2-1.5 3 4.5.5 8-1 8-4.5z',
)
export const SignOutIcon = outline('M13 4H5v16h8M10 12h11M17 8l4 4-4 4')
export const OpenIcon = outline('M13.5 4.5h6v6M19 5l-8.5 8.5M10.5 5.5H5v13.5h13.5V13.5')
export const EyeIcon = outline(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
)
export const UploadIcon = outline('M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 15.5V20h15v-4.5')
export const FingerprintIcon = outline(
  'M5 9.5A8 8 0 0 1 19 8M4 14c1-1.5.8-3 1-4.5M7.5 19c1.3-2 1.5-4.5 1.5-7a3 3 0 0 1 6 0c0 3.5-.5 6-1.5 8.5M12 12c0 3.5-.4 6-1.8 8.8M17.5 19c.6-2.3.7-4.5.6-7A6 6 0 0 0 9 6.9M20.5 16c.2-1.3.3-2.6.2-4',
)
export const PayIcon = outline(
  'M13 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM3 14.5h3.5c2 0 2.5 1.5 4.5 1.5h2.5a1.5 1.5 0 0 1 0 3H10M14 18l4.5-2.5a1.6 1.6 0 0 1 1.7 2.7L15 21H3',
)

export const MoneyIcon = (): VNode => (
  <Icon>
    <rect x="2.5" y="6" width="19" height="12" rx="2" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6 9.5v.01M18 14.5v.01" />
  </Icon>
)

export const CalculatorIcon = (): VNode => (
  <Icon>
    <rect x="5" y="3" width="14" height="18" rx="2" />
    <path d="M8.5 7.5h7M8.5 12h.01M12 12h.01M15.5 12h.01M8.5 16.5h.01M12 16.5h.01M15.5 16.5h.01" />
  </Icon>
)

export const CopyIcon = (): VNode => (
  <Icon>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2.5" />
    <path d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5" />
  </Icon>
)

/** For rows of a list, as `DownloadMark`: their drawings stand in the styles, once. */
export const CopyMark = (): VNode => <span class="copy-mark" aria-hidden="true" />

export const DownloadMark = (): VNode => <span class="download-mark" aria-hidden="true" />

export const SearchIcon = (): VNode => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)

export const QrIcon = (): VNode => (
  <Icon>
    <rect x="4" y="4" width="6" height="6" rx="1" />
    <rect x="14" y="4" width="6" height="6" rx="1" />
    <rect x="4" y="14" width="6" height="6" rx="1" />
    <path d="M14 14h2.5v2.5M20 14v.01M14 20h2M20 17.5V20h-.5" />
  </Icon>
)

export const CircleIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)

export const CalendarIcon = (): VNode => (
  <Icon>
    <rect x="4" y="5.5" width="16" height="15" rx="2.5" />
    <path d="M4 10.5h16M8.5 3v4M15.5 3v4" />
  </Icon>
)

export const RefusedIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="m9 9 6 6M15 9l-6 6" />
  </Icon>
)

export const PersonIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
  </Icon>
)

export const PeopleIcon = (): VNode => (
  <Icon>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.6-3.7 3-5.5 6.5-5.5s5.9 1.8 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.2 2.5 3.5 5.1" />
  </Icon>
)
