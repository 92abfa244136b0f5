import type { ComponentChildren, VNode } from 'preact'
import { PostForm } from './form.js'
import { css } from './stylesheet.js'

interface ConfirmParts {
  /** Names the thing: “Disable ‘Birthday cake’?” */
  question: string
  /** What follows, and what happens to the money. */
  children: ComponentChildren
  action: string
  csrfToken: string
  formKey?: string
  keep: { href: string; label: string }
  /** The verb on the button. */
  confirm: string
  /** What it says while the form is sent. */
  busy?: string
}

/** A page of its own before something is taken away. The way back comes first. */
export function ConfirmStep({
  question,
  children,
  action,
  csrfToken,
  formKey,
  keep,
  confirm,
  busy,
}: ConfirmParts): VNode {
  return (
    <section class="confirm">
      <h1>{question}</h1>
      <div class="muted">{children}</div>
      <PostForm action={action} csrfToken={csrfToken} formKey={formKey}>
        <a class="button" href={keep.href} autofocus>
          {keep.label}
        </a>
        <button type="submit" class="button danger" data-busy={busy}>
          {confirm}
        </button>
      </PostForm>
    </section>
  )
}

export const CONFIRM_STYLES = css`
  .confirm > .muted,
  .confirm > .muted p + p {
    margin-top: 8px;
  }
  .confirm form {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 12px;
    margin-top: 24px;
  }
  .confirm .button {
    flex: 0 1 auto;
    width: auto;
    min-height: 44px;
    font-weight: 600;
  }
  .confirm .danger {
    background: var(--danger);
    border-color: var(--danger);
    color: var(--on-danger);
  }
  @media (max-width: 30rem) {
    .confirm .button {
      flex: 1 0 100%;
      justify-content: center;
      text-align: center;
    }
  }
`
