import { COPY_SCRIPT } from '../web/copyable.js'

/** The reference works without it. Adds buttons that copy an example, and opens the schema that a link leads to. */
export const DOCS_SCRIPT = `${COPY_SCRIPT}
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(target instanceof HTMLDetailsElement)) return
  target.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()
`
