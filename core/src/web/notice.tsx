import type { ComponentChildren, VNode } from 'preact'
import { CheckIcon, ClockIcon, WarningIcon } from './icons.js'
import { css } from './stylesheet.js'

/** `plain` and `wrong` tell that a form had no effect, and interrupt a screen reader. */
export type NoticeTone = 'plain' | 'wrong' | 'good' | 'waiting' | 'attention'

const ICONS = { plain: WarningIcon, wrong: WarningIcon, good: CheckIcon, waiting: ClockIcon, attention: WarningIcon }

/** What happened, what it means and what to do: above the content, or where it belongs. */
export function Notice({ tone, children }: { tone: NoticeTone; children: ComponentChildren }): VNode {
  const Icon = ICONS[tone]
  const isUrgent = tone === 'plain' || tone === 'wrong'
  return (
    <div class={tone === 'plain' ? 'notice' : `notice ${tone}`} role={isUrgent ? 'alert' : 'status'}>
      <Icon />
      <div>{children}</div>
    </div>
  )
}

export const NOTICE_STYLES = css`
  .notice {
    display: flex;
    gap: 12px;
    margin-bottom: 20px;
    padding: 12px 16px;
    border-radius: 12px;
    background: var(--page);
  }
  .notice div {
    min-width: 0;
  }
  .notice.wrong {
    background: var(--red-tint);
    color: var(--red);
  }
  .notice.good {
    background: var(--green-tint);
    color: var(--green);
  }
  .notice.waiting {
    background: var(--blue-tint);
    color: var(--blue);
  }
  .notice.attention {
    background: var(--amber);
    color: var(--on-amber);
  }
`
