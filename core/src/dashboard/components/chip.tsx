import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { css } from '../../web/stylesheet.js'
import { lookOf, type StatusOf, type Thing, type Tone } from './status.js'

interface ChipParts {
  tone: Tone
  icon: () => VNode
  /** On the page of the thing itself. */
  isLarge?: boolean
  children: ComponentChildren
}

export const Chip = ({ tone, icon: Icon, isLarge = false, children }: ChipParts): VNode => (
  <span class={`chip ${tone}${isLarge ? ' large' : ''}`}>
    <Icon />
    {children}
  </span>
)

export function StatusChip<Of extends Thing>({
  of,
  status,
  locale,
  isLarge = false,
}: {
  of: Of
  status: StatusOf<Of>
  locale: PageLocale
  isLarge?: boolean
}): VNode {
  const look = lookOf(of, status)
  return (
    <Chip tone={look.tone} icon={look.icon} isLarge={isLarge}>
      {look[locale]}
    </Chip>
  )
}

export const CHIP_STYLES = css`
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    max-width: 100%;
    min-height: 24px;
    padding: 1px 10px 1px 7px;
    border: 1px solid transparent;
    border-radius: 99px;
    font-size: 0.8125rem;
    font-weight: 500;
    line-height: 1.25;
    white-space: normal;
  }
  .chip svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.25;
  }
  .chip.large {
    min-height: 28px;
    padding: 2px 12px 2px 9px;
    font-size: 0.875rem;
  }
  .chip.outline {
    border-color: var(--control);
    background: var(--card);
    color: var(--grey);
  }
  .green {
    background: var(--green-tint);
    color: var(--green);
  }
  .blue {
    background: var(--blue-tint);
    color: var(--blue);
  }
  .amber {
    background: var(--amber);
    color: var(--on-amber);
  }
  .red {
    background: var(--red-tint);
    color: var(--red);
  }
  .grey {
    background: var(--grey-tint);
    color: var(--grey);
  }
  .money {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
    color: var(--muted);
  }
  .money.strong {
    color: var(--ink);
    font-weight: 600;
  }
  .money small {
    color: var(--muted);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  .money.home {
    font-size: 1.75rem;
    line-height: 1.2;
  }
  .money.detail {
    font-size: 2.5rem;
    line-height: 1.2;
  }
  .money.home.strong,
  .money.detail.strong {
    font-weight: 700;
  }
  .money.home small,
  .money.detail small {
    font-size: 0.875rem;
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .chip {
      border-color: currentColor;
    }
  }
`
