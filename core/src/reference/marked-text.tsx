import type { VNode } from 'preact'

/** Text of the contract: what stands between backticks is code. */
export function MarkedText({ text }: { text: string }): VNode {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}
