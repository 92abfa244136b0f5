import type { ComponentChildren, VNode } from 'preact'

/** Outlines 1.75 wide on 24 × 24. Always beside text, so hidden from screen readers. */
export const Icon = ({ children }: { children: ComponentChildren }): VNode => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
)

export const CardIcon = (): VNode => (
  <Icon>
    <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
    <path d="M2.5 10h19M6.5 15h4" />
  </Icon>
)

export const StoreIcon = (): VNode => (
  <Icon>
    <path d="M4.5 4h15l2 5.5a3.1 3.1 0 0 1-6.3.5 3.2 3.2 0 0 1-6.4 0 3.1 3.1 0 0 1-6.3-.5zM4.5 12.5V20h15v-7.5M9.5 20v-4.5h5V20" />
  </Icon>
)

export const BankIcon = (): VNode => (
  <Icon>
    <path d="M3 9.5 12 4l9 5.5zM5.5 12.5v5M10 12.5v5M14 12.5v5M18.5 12.5v5M3 20.5h18" />
  </Icon>
)

export const CheckIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.5 2.8 2.8L16 9.5" />
  </Icon>
)

export const ClockIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
)

export const WarningIcon = (): VNode => (
  <Icon>
    <path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.4v.1" />
  </Icon>
)

export const ClosedIcon = (): VNode => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M7.5 12h9" />
  </Icon>
)

export const ForwardIcon = (): VNode => (
  <Icon>
    <path d="M4.5 12h15M13.5 6l6 6-6 6" />
  </Icon>
)

export const AgainIcon = (): VNode => (
  <Icon>
    <path d="M20 11.5a8 8 0 1 0-2.3 6.2M20 5.5v6h-6" />
  </Icon>
)

export const InvoiceIcon = (): VNode => (
  <Icon>
    <path d="M5.5 3h13v18l-2.6-1.6-2.6 1.6-2.6-1.6-2.6 1.6L5.5 21zM9 8h6M9 12h6" />
  </Icon>
)

export const DownloadIcon = (): VNode => (
  <Icon>
    <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 20h15" />
  </Icon>
)

export const MailIcon = (): VNode => (
  <Icon>
    <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
    <path d="m3 7 9 6 9-6" />
  </Icon>
)

export const PhoneIcon = (): VNode => (
  <Icon>
    <path d="M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2.5 2.5 0 0 1-2.8 2.5A17 17 0 0 1 4 6.3a2.5 2.5 0 0 1 2.5-2.8z" />
  </Icon>
)

export const LockIcon = (): VNode => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
    <path d="M8.5 10.5V7.3a3.5 3.5 0 0 1 7 0v3.2" />
  </Icon>
)

export const ReturnedIcon = (): VNode => (
  <Icon>
    <path d="M4.5 9.5h10a5 5 0 0 1 0 10h-5M8.5 5.5l-4 4 4 4" />
  </Icon>
)

export const ChatIcon = (): VNode => (
  <Icon>
    <path d="M12 3.5a8.5 8.5 0 0 0-7.3 12.9L3.5 20.5l4.2-1.2A8.5 8.5 0 1 0 12 3.5zM8.5 10.5h7M8.5 14h4.5" />
  </Icon>
)
