import type { ComponentChildren, VNode } from 'preact'
import { css } from './stylesheet.js'

/** `first`: one per view. `ask` asks for what takes something away, `danger` confirms it, `bare` leaves. */
export type ButtonKind = 'first' | 'outlined' | 'bare' | 'ask' | 'danger'

interface ButtonLook {
  kind?: ButtonKind
  icon?: () => VNode
  isSmall?: boolean
  isWide?: boolean
  children: ComponentChildren
}

const classOf = ({ kind = 'outlined', isSmall, isWide }: ButtonLook): string =>
  ['button', kind !== 'outlined' && kind, isSmall && 'small', isWide && 'wide'].filter(Boolean).join(' ')

export function ButtonLink({
  href,
  download,
  isElsewhere,
  ...look
}: ButtonLook & {
  href: string
  download?: string
  /** Another site: opens beside. */
  isElsewhere?: boolean
}): VNode {
  const Icon = look.icon
  const target = isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a class={classOf(look)} href={href} download={download} {...target}>
      {Icon && <Icon />}
      {look.children}
    </a>
  )
}

export function SubmitButton({
  busy,
  name,
  value,
  formAction,
  ...look
}: ButtonLook & {
  /** What the button says while the form is sent: “Creating link…”. */
  busy?: string
  name?: string
  value?: string
  formAction?: string
}): VNode {
  const Icon = look.icon
  return (
    <button type="submit" class={classOf(look)} name={name} value={value} formAction={formAction} data-busy={busy}>
      {Icon && <Icon />}
      {look.children}
    </button>
  )
}

export const BUTTON_STYLES = css`
  .button,
  .copy {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-height: 44px;
    padding: 8px 18px;
    font: inherit;
    font-size: 0.875rem;
    font-weight: 600;
    line-height: 1.3;
    text-align: center;
    text-decoration: none;
    color: var(--ink);
    background: var(--card);
    border: 1px solid var(--control);
    border-radius: 12px;
    cursor: pointer;
    transition:
      border-color 0.15s,
      background-color 0.15s;
  }
  .button:focus-visible,
  .copy:focus-visible {
    border-radius: 12px;
  }
  .button svg {
    width: 20px;
    height: 20px;
    stroke-width: 2;
  }
  .button:hover,
  .copy:hover {
    border-color: var(--ink);
  }
  .button.first {
    background: var(--action);
    border-color: var(--action);
    color: var(--on-action);
  }
  .button.first:hover {
    background: var(--action-hover);
    border-color: var(--action-hover);
  }
  .button.bare {
    background: none;
    border-color: transparent;
  }
  .button.bare:hover {
    border-color: var(--control);
  }
  .button.ask {
    color: var(--red);
  }
  .button.ask:hover {
    border-color: var(--red);
  }
  .button.danger {
    background: var(--danger);
    border-color: var(--danger);
    color: var(--on-danger);
  }
  .button.danger:hover {
    border-color: var(--ink);
  }
  .button.wide {
    width: 100%;
  }
  .button.small,
  .copy {
    min-height: 36px;
    padding: 6px 14px;
    gap: 8px;
    border-radius: 10px;
  }
  .button.small svg {
    width: 16px;
    height: 16px;
    stroke-width: 2.25;
  }
  .button[aria-busy='true'] {
    background: var(--soft);
    border-color: var(--soft);
    color: var(--muted);
    cursor: default;
  }
  .text-button {
    display: inline-block;
    min-height: 24px;
    padding: 2px 0;
    font: inherit;
    font-size: 0.8125rem;
    color: var(--muted);
    text-decoration: underline;
    text-underline-offset: 3px;
    background: none;
    border: 0;
    cursor: pointer;
  }
  .text-button:hover {
    color: var(--ink);
  }
  .see {
    font-size: 0.875rem;
    font-weight: 600;
  }
  @media (max-width: 44rem) {
    .button.small,
    .copy {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .button.first,
    .button.danger {
      border-width: 2px;
    }
  }
`
