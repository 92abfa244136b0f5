import type { VNode } from 'preact'
import { MessageView } from './sign-in-views.js'
import type { SignInWords } from './words.js'

/** A one-time address that was used, withdrawn or is too old. */
export const UsedAddress = ({ words, href }: { words: SignInWords['used']; href: string }): VNode => (
  <MessageView title={words.title} href={href} label={words.button}>
    <p>{words.text}</p>
    <p class="muted small">{words.again}</p>
  </MessageView>
)
