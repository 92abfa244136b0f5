import type { VNode } from 'preact'
import { css } from './stylesheet.js'

/** A text to copy. Without script it selects as a whole; `COPY_SCRIPT` adds a button. */
export const Copyable = ({ text }: { text: string }): VNode => (
  <span class="copyable">
    <code>{text}</code>
  </span>
)

export const COPY_STYLES = css`
  .copyable {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
    padding: 8px 8px 8px 16px;
    border: 2px solid var(--ink);
    border-radius: 12px;
  }
  .copyable code {
    min-width: 0;
    padding-block: 8px;
    overflow-wrap: anywhere;
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
    user-select: all;
  }
  .copyable .copy {
    min-height: 44px;
    padding: 4px 16px;
    font: inherit;
    color: inherit;
    background: var(--card);
    border: 1px solid var(--control);
    border-radius: 10px;
    cursor: pointer;
  }
`

/** Adds a button to every `pre` (before it) and every `Copyable` (after its text). */
export const COPY_SCRIPT = `'use strict'
const [copy, copied] = document.documentElement.lang.startsWith('es') ? ['Copiar', 'Copiado'] : ['Copy', 'Copied']
if (navigator.clipboard) {
  for (const sample of document.querySelectorAll('pre, .copyable > code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = copy
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.textContent)
      button.textContent = copied
      setTimeout(() => (button.textContent = copy), 2000)
    })
    if (sample.matches('pre')) sample.before(button)
    else sample.after(button)
  }
}
`
