import type { Visitor } from '../support/browser.js'

/** Texts with less contrast than `least`, and their contrast (WCAG 1.4.3). Needs a visitor with scripts. */
export async function contrastsBelow(visitor: Visitor, least: number): Promise<string[]> {
  // Waiting pages reload: retried if there was no body yet.
  const found = await visitor.page.waitForFunction(`document.body && { texts: (${inBrowser})(${least}) }`)
  return ((await found.jsonValue()) as { texts: string[] }).texts
}

const inBrowser = `least => {
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number)
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor)
      if (colour.length === 3 || colour[3] === 1) return colour
    }
    return [255, 255, 255]
  }
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent.trim()
    if (text === '' || !element.checkVisibility({ opacityProperty: true })) continue
    const [dark, light] = [luminance(numbers(getComputedStyle(element).color)), luminance(behind(element))].sort((a, b) => a - b)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (contrast < least) found.push(text + ': ' + contrast.toFixed(1))
  }
  return found
}`
