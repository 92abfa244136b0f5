// A color is one: the six, the picker and the code tell the same. Before the preview asks for it.

document.addEventListener('input', ({ target }) => {
  if (!target.matches('[data-color]')) return
  const color = target.value.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(color)) return
  for (const field of target.form.querySelectorAll('[data-color]')) {
    if (field.type === 'radio') field.checked = field.value === color
    else if (field !== target) field.value = color
  }
})

// A form with a preview: both follow 400 ms after the last key.

const LIVE_MS = 400
let pause = 0
let asked = new AbortController()

document.addEventListener('input', (event) => {
  const form = event.target.closest('form[data-live]')
  if (!form) return
  clearTimeout(pause)
  pause = setTimeout(() => {
    // The page may have been swapped meanwhile.
    if (!form.isConnected) return
    showPreview(form)
    showSums(form)
  }, LIVE_MS)
})

/** A new frame each time: going back must not lead through every version of the preview. */
function showPreview(form) {
  const button = form.querySelector('[data-preview]')
  const frame = document.querySelector(`iframe[name="${button?.formTarget}"]`)
  // Folded, it follows when it is opened.
  if (!frame || frame.checkVisibility?.() === false) return
  const next = frame.cloneNode()
  next.removeAttribute('src')
  frame.replaceWith(next)
  form.requestSubmit(button)
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    const form = target.matches('.preview details[open]') && target.closest('form[data-live]')
    if (form) showPreview(form)
  },
  true,
)

/** The parts of the same form as the server answers it after a step; null: it could not, or the session has ended. */
async function afterStep(form, step, signal) {
  const body = new URLSearchParams(new FormData(form))
  body.set('step', step)
  const request = { method: 'POST', body, signal, headers: { Accept: 'text/html' } }
  const answer = await fetch(form.action, request).catch(() => null)
  if (!answer?.ok || answer.redirected) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** As without this script: the page comes anew, or the sign-in. */
function submitStep(form, step) {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'step', value: step })
  form.append(field)
  form.submit()
}

function showPart(page, id) {
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)]
  if (old && fresh) old.replaceWith(fresh)
}

async function showSums(form) {
  asked.abort()
  asked = new AbortController()
  const page = await afterStep(form, 'total', asked.signal)
  for (const id of page ? ['sums', 'create', 'bottom', 'contrast'] : []) {
    if (document.getElementById(id)?.textContent !== page.getElementById(id)?.textContent) showPart(page, id)
  }
}

// A step, such as one more item, comes without a reload; the new row takes the focus.

document.addEventListener(
  'submit',
  async (event) => {
    const { target: form, submitter } = event
    if (!form.matches('[data-live]') || submitter?.name !== 'step') return
    event.preventDefault()
    event.stopImmediatePropagation()
    clearTimeout(pause)
    asked.abort()
    const page = await afterStep(form, submitter.value)
    if (!page) return submitStep(form, submitter.value)
    const goal = page.querySelector('#fields [autofocus]')
    goal?.removeAttribute('autofocus')
    for (const id of ['fields', 'create', 'bottom']) showPart(page, id)
    goal?.focus()
    showPreview(form)
  },
  true,
)

// In the row of an item Enter adds the next one, instead of creating the link.

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('[data-item] input')) return
  event.preventDefault()
  event.target.closest('form').querySelector('[value=add-item]')?.click()
})

for (const form of document.querySelectorAll('form[data-live]')) if (form.elements.title?.value) showPreview(form)
