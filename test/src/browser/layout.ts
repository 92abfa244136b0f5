import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Visitor } from '../support/browser.js'

/** Texts that overlap each other or themselves. Needs a visitor with scripts. */
export const overlaps = (visitor: Visitor): Promise<string[]> => visitor.page.evaluate<string[]>(`(${inBrowser})()`)

/** Inline boxes are a little higher than their lines; a text covered by a third is unreadable. */
const inBrowser = `() => {
  const boxes = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim()
    if (text === '' || !texts.currentNode.parentElement.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left > 1) boxes.push({ text, left, right, top, bottom })
    }
  }
  const found = []
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      const lower = Math.min(one.bottom - one.top, other.bottom - other.top)
      if (width > 1 && height > lower / 3) found.push(one.text + ' / ' + other.text)
    }
  })
  return found
}`

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Findings of axe-core. Needs a visitor with scripts, and without a policy that blocks it. `contrast`: false where
 * `contrastsBelow` looks at every text, in a tenth of the time.
 */
export async function axeFindings(visitor: Visitor, { contrast = true } = {}): Promise<string[]> {
  await visitor.page.evaluate(AXE)
  return visitor.page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: ${contrast} } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )
}
