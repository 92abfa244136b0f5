// A form with a preview: both follow 400 ms after the last key.

const LIVE_MS = 400
let pause = 0
let asked = new AbortController()

document.addEventListener('input', (event) => {
  const form = event.target.closest('form[data-live]')
  if (!form) return
  clearTimeout(pause)
  pause = setTimeout(() => {
    showPreview(form)
    showSums(form)
  }, LIVE_MS)
})

/** A new frame each time: going back must not lead through every version of the preview. */
function showPreview(form) {
  const button = form.querySelector('[data-preview]')
  const frame = document.querySelector(`iframe[name="${button?.formTarget}"]`)
  if (!frame) return
  const next = frame.cloneNode()
  next.removeAttribute('src')
  frame.replaceWith(next)
  form.requestSubmit(button)
}

/** Total and button are those of the same form as the server answers it. */
async function showSums(form) {
  asked.abort()
  asked = new AbortController()
  const body = new URLSearchParams(new FormData(form))
  body.set('step', 'total')
  const answer = await fetch(form.action, { method: 'POST', body, signal: asked.signal }).catch(() => null)
  if (!answer?.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const id of ['sums', 'create']) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)]
    if (old && fresh && old.innerText !== fresh.innerText) old.replaceChildren(...fresh.childNodes)
  }
}
