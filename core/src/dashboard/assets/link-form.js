'use strict'
// The form of a link: total and preview follow what is typed, and its steps come without a reload

/** The server draws these parts of the form again. False: it could not, or the session has ended. */
async function redraw(form, step, ids) {
  const fields = new URLSearchParams(new FormData(form))
  fields.set('step', step)
  const request = { method: 'POST', body: fields, headers: { Accept: 'text/html' } }
  const answer = await fetch(form.action, request).catch(() => null)
  if (!answer?.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const goal = page.querySelector('[autofocus]')
  goal?.removeAttribute('autofocus')
  for (const id of ids) document.getElementById(id)?.replaceWith(page.getElementById(id))
  if (goal?.isConnected && ids.includes('fields')) goal.focus()
  return true
}

const preview = (form) => form.requestSubmit(form.querySelector('[data-preview]'))

let typing
document.addEventListener('input', (event) => {
  const form = event.target.closest('form[data-live]')
  if (!form) return
  clearTimeout(typing)
  typing = setTimeout(() => {
    void redraw(form, 'total', ['sums', 'create', 'bottom'])
    preview(form)
  }, 400)
})

document.addEventListener(
  'submit',
  async (event) => {
    const { target: form, submitter } = event
    if (!form.matches('[data-live]') || submitter?.name !== 'step') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!(await redraw(form, submitter.value, ['fields', 'create', 'bottom']))) return form.submit()
    preview(form)
  },
  true,
)

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('[data-item] input')) return
  event.preventDefault()
  event.target.closest('form').querySelector('[value=add-item]')?.click()
})

for (const form of document.querySelectorAll('form[data-live]')) if (form.elements.title?.value) preview(form)
