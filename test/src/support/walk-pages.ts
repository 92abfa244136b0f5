import { cursorText, type ListPage, type PageStart, parseCursor } from '@paylink/core/kernel/keyset'
import { expect } from 'chai'

/** The ids on every page of a list, forwards to the end and back to the start: both ways give the same. */
export async function walkBothWays<T extends { id: string }>(
  read: (start: PageStart | undefined) => Promise<ListPage<T>>,
): Promise<string[]> {
  const forwards: string[] = []
  let page = await read(undefined)
  for (;;) {
    forwards.push(...page.data.map(({ id }) => id))
    if (page.older === null) break
    page = await read({ direction: 'older', from: parseCursor(cursorText(page.older)) ?? page.older })
  }
  const backwards = page.data.map(({ id }) => id)
  while (page.newer !== null) {
    page = await read({ direction: 'newer', from: page.newer })
    backwards.unshift(...page.data.map(({ id }) => id))
  }
  expect(backwards).to.deep.equal(forwards)
  return forwards
}
