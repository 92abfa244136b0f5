'use strict'
// Saves reloads and presses; every page works without it. One listener per event on the document, so that parts which
// htmx swaps in need no preparation.

document.documentElement.classList.add('has-script')

const SPANISH = {
  close: 'Cerrar',
  offline: 'Sin conexión. No se guardó nada; lo que escribiste sigue aquí.',
  slow: 'Está tardando. Si recargas no se duplica.',
  unknown: 'No supimos si se hizo. Míralo en Enlaces; intentar otra vez no lo duplica.',
  failed: 'Algo falló de nuestro lado. Lo que escribiste sigue aquí; intentar otra vez no lo duplica.',
  updated: 'Se actualizó.',
}
const ENGLISH = {
  close: 'Close',
  offline: 'You are offline. Nothing was saved; what you typed is still here.',
  slow: 'This is taking a while. Reloading will not do it twice.',
  unknown: 'We could not tell whether it went through. Check Links; trying again will not duplicate it.',
  failed: 'Something failed on our side. What you typed is still here; trying again will not duplicate it.',
  updated: 'Updated.',
}
const words = document.documentElement.lang.startsWith('es') ? SPANISH : ENGLISH

const SLOW_MS = 10_000
const UNKNOWN_MS = 30_000

/** A message that floats for 8 s, longer while it is pointed at or focused. */
function announce(text) {
  const message = document.createElement('div')
  message.className = 'message'
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = words.close
  close.addEventListener('click', () => message.remove())
  message.append(text, close)
  document.getElementById('messages')?.replaceChildren(message)
  const leave = () => (message.matches(':hover, :focus-within') ? setTimeout(leave, 2000) : message.remove())
  setTimeout(leave, 8000)
}

/** A red notice on top of the page, or of the form. */
function warn(text, place = document.getElementById('main')) {
  const notice = document.createElement('div')
  notice.className = 'notice wrong'
  notice.setAttribute('role', 'alert')
  notice.dataset.warning = ''
  notice.textContent = text
  for (const old of document.querySelectorAll('[data-warning]')) old.remove()
  place?.prepend(notice)
}

// Copying

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button || !navigator.clipboard) return
  event.preventDefault()
  await navigator.clipboard.writeText(button.dataset.copy)
  const label = button.querySelector('[data-word]')
  if (!label || label.dataset.first) return
  label.dataset.first = label.textContent
  label.textContent = label.dataset.word
  announce(label.dataset.word)
  setTimeout(() => {
    label.textContent = label.dataset.first
    delete label.dataset.first
  }, 2000)
})

document.addEventListener('focusin', (event) => {
  if (event.target.matches('[data-select]')) event.target.select()
})

// Amounts: `1150` becomes `1,150.00`. What is not understood stays as it is.

document.addEventListener('focusout', (event) => {
  if (!event.target.matches('[data-amount]')) return
  const typed = event.target.value.replace(/[$\s]/g, '')
  if (!/^(\d{1,12}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(typed)) return
  const [pesos, cents = ''] = typed.replaceAll(',', '').split('.')
  event.target.value = `${pesos.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
})

// Buttons of forms: what they say while the form is sent, and no second press

const timers = new WeakMap()

document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (form.method !== 'post') return
    // Into a frame beside the form: the page itself stays as it is.
    if (event.submitter?.formTarget) return event.stopImmediatePropagation()
    // A step of the form itself.
    if (form.matches('[data-live]') && event.submitter?.name === 'step') return
    if (form.dataset.sent !== undefined || !navigator.onLine) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!navigator.onLine) warn(words.offline)
      return
    }
    const button = event.submitter ?? form.querySelector('[type=submit]')
    // After the values were collected: the name of a pressed button counts.
    setTimeout(() => (!event.defaultPrevented || form.matches('[hx-boost]') ? begin(form, button) : undefined))
  },
  true,
)

function begin(form, button) {
  form.dataset.sent = ''
  const label = button ? [...button.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE) : null
  if (button) {
    button.setAttribute('aria-busy', 'true')
    if (label && button.dataset.busy) {
      button.dataset.idle = label.textContent
      label.textContent = button.dataset.busy
    }
  }
  const line = document.createElement('p')
  line.className = 'slow'
  line.setAttribute('role', 'status')
  form.append(line)
  timers.set(form, [
    setTimeout(() => (line.textContent = words.slow), SLOW_MS),
    setTimeout(() => {
      end(form)
      warn(words.unknown)
    }, UNKNOWN_MS),
  ])
}

function end(form) {
  delete form.dataset.sent
  for (const timer of timers.get(form) ?? []) clearTimeout(timer)
  for (const line of form.querySelectorAll('.slow')) line.remove()
  for (const button of form.querySelectorAll('[aria-busy]')) {
    button.removeAttribute('aria-busy')
    const label = [...button.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE)
    if (label && button.dataset.idle) label.textContent = button.dataset.idle
  }
}

// Back to a page that the browser kept: its buttons can be pressed again.
window.addEventListener('pageshow', () => document.querySelectorAll('form[data-sent]').forEach(end))

window.addEventListener('offline', () => warn(words.offline))
window.addEventListener('online', () => document.querySelectorAll('[data-warning]').forEach((one) => one.remove()))

// Filters: each change submits

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-filters]')
  if (form && event.target.matches('select, [type=date], [type=checkbox]')) form.requestSubmit()
})

// Menus and dialogs

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = document.querySelector('details.menu[open]')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary').focus()
})

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false
  }
})

/** The page of a question, as a dialog: its safe way out closes it. */
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-dialog]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const answer = await fetch(link.href, { headers: { Accept: 'text/html' } }).catch(() => null)
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  const question = page?.querySelector('.confirm')
  if (!question) return location.assign(link.href)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', question.querySelector('h1')?.textContent ?? '')
  dialog.append(question)
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  question.querySelector('a[autofocus]')?.addEventListener('click', (leaving) => {
    leaving.preventDefault()
    dialog.close()
  })
  document.body.append(dialog)
  window.htmx?.process(dialog)
  dialog.showModal()
})

// Pages with something pending are read again every 10 s for 10 minutes; what is open or typed in stays.

const POLL_MS = 10_000
let polls = 60

setInterval(async () => {
  const main = document.querySelector('main[data-pending]')
  const isBusy = document.hidden || document.querySelector('dialog[open], details.menu[open], form[data-sent]')
  if (!main || isBusy || polls === 0 || !navigator.onLine) return
  polls--
  const before = main.innerText
  await window.htmx?.ajax('GET', location.href, { target: '#main', select: '#main', swap: 'outerMorph' })
  const after = document.getElementById('main')
  if (after && after.innerText !== before) announce(words.updated)
  showRefresh()
}, POLL_MS)

/** The link stands there without the script, and once it has stopped. */
function showRefresh() {
  for (const link of document.querySelectorAll('[data-refresh]')) link.hidden = polls > 0
}
showRefresh()

// Swaps by htmx: the focus goes to what changed

/** Where the focus goes once the body is replaced; filters keep it, and what is being typed meanwhile. */
let goal = null
let typing = null

document.addEventListener('htmx:before:swap', (event) => {
  const { target, sourceElement } = event.detail.ctx
  const isFilter = sourceElement.matches('[data-filters]')
  typing = isFilter ? sourceElement.querySelector('[type=search]:focus') : null
  if (target !== document.body || isFilter) goal = null
  else goal = sourceElement.matches('[data-pager]') ? ['caption', 'h1'] : ['main [autofocus]', 'h1']
})

document.addEventListener('htmx:after:swap', (event) => {
  if (event.detail.ctx.target !== document.body) return
  polls = 60
  showRefresh()
  // Another page may have come, such as the sign-in.
  const field = document.getElementById(typing?.id)
  if (field) field.value = typing.value
  const place = goal?.map((selector) => document.querySelector(selector)).find(Boolean)
  place?.setAttribute('tabindex', '-1')
  place?.focus({ preventScroll: place.matches('caption') })
})

document.addEventListener('htmx:finally:request', (event) => {
  const form = event.detail.ctx.sourceElement
  if (form?.dataset?.sent !== undefined) end(form)
})
document.addEventListener('htmx:response:error', (event) => {
  if (event.detail.ctx.response.status >= 500) warn(words.failed)
})
document.addEventListener('htmx:error', (event) => {
  if (event.detail.ctx?.request?.method === 'POST') warn(navigator.onLine ? words.unknown : words.offline)
})
