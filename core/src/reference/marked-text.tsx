import type { VNode } from 'preact'

/** A text of the contract; text between backticks is code. */
export function MarkedText({ text }: { text: string }): VNode {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}
