import type { ComponentChildren, VNode } from 'preact'
import { ConfirmStep } from '../../web/confirm-step.js'
import { Notice } from '../../web/notice.js'
import type { FramedPage } from '../framed-page.js'
import type { Visit } from '../visit.js'

interface Question {
  /** Names the thing: “Revoke ‘Online shop’?” */
  title: string
  /** What follows. */
  text: ComponentChildren
  /** Below the base: where the form is sent. */
  path: string
  /** Below the base: where the safe way leads. */
  back: string
  keep: string
  confirm: string
  busy?: string
  /** Why it was refused the last time. */
  refusal?: VNode
}

/** Asks before something is taken away. */
export function questionPage(
  { base, csrfToken, formKey }: Visit,
  { title, text, path, back, keep, confirm, busy, refusal }: Question,
): FramedPage {
  const content = (
    <div class="card narrow">
      {refusal && <Notice tone="attention">{refusal}</Notice>}
      <ConfirmStep
        question={title}
        action={base + path}
        csrfToken={csrfToken}
        formKey={formKey}
        keep={{ href: base + back, label: keep }}
        confirm={confirm}
        busy={busy}
      >
        {text}
      </ConfirmStep>
    </div>
  )
  return { title, section: 'settings', content }
}
