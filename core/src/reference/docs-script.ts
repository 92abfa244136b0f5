/** Progressive enhancement: buttons that copy an example, and schemas that open when linked to. */
export const DOCS_SCRIPT = `'use strict'
const [copy, copied] = document.documentElement.lang.startsWith('es') ? ['Copiar', 'Copiado'] : ['Copy', 'Copied']
if (navigator.clipboard) {
  for (const sample of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = copy
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.textContent)
      button.textContent = copied
      setTimeout(() => (button.textContent = copy), 2000)
    })
    sample.before(button)
  }
}
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(target instanceof HTMLDetailsElement)) return
  target.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()
`
