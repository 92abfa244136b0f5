'use strict'
// Passkeys: a form with `data-passkey` asks the browser before it is sent. What goes without one says so in the page.
;(() => {
  const { browserSupportsWebAuthn, platformAuthenticatorIsAvailable, startAuthentication, startRegistration } =
    window.SimpleWebAuthnBrowser
  if (!browserSupportsWebAuthn()) return
  document.documentElement.classList.add('has-passkeys')

  const failed = document.documentElement.lang.startsWith('es')
    ? 'No se pudo con tu huella o rostro. Intenta otra vez, o sigue con tu contraseña.'
    : 'The passkey didn’t work. Try again, or continue with your password.'

  // Where the device itself can, the box is ticked; it can be unticked.
  platformAuthenticatorIsAvailable().then((isAvailable) => {
    if (!isAvailable || document.getElementById('faults')) return
    for (const form of document.querySelectorAll('form[data-passkey-if]')) {
      form.elements[form.dataset.passkeyIf].checked = true
    }
  })

  // Once for all pages that htmx swaps in.
  if (window.asksForPasskeys) return
  window.asksForPasskeys = true

  const isFor = (form) =>
    form.dataset?.passkey !== undefined &&
    form.elements.passkey.value === '' &&
    (form.dataset.passkeyIf === undefined || form.elements[form.dataset.passkeyIf]?.checked)

  function warn(form) {
    for (const old of document.querySelectorAll('[data-warning]')) old.remove()
    const notice = document.createElement('div')
    notice.className = 'notice wrong'
    notice.setAttribute('role', 'alert')
    notice.dataset.warning = ''
    notice.textContent = failed
    form.before(notice)
  }

  // Before any listener of the document.
  window.addEventListener(
    'submit',
    async (event) => {
      const form = event.target
      if (!isFor(form)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (form.dataset.asking !== undefined) return
      form.dataset.asking = ''
      try {
        const answer = await fetch(form.dataset.options, {
          method: 'POST',
          headers: { Accept: 'application/json' },
          body: new URLSearchParams(new FormData(form)),
        })
        // The page tells what is wrong with the form.
        if (answer.status === 422) return form.submit()
        if (!answer.ok) return warn(form)
        const optionsJSON = await answer.json()
        const start = form.dataset.passkey === 'create' ? startRegistration : startAuthentication
        form.elements.passkey.value = JSON.stringify(await start({ optionsJSON }))
        form.requestSubmit(event.submitter ?? undefined)
      } catch {
        warn(form)
      } finally {
        delete form.dataset.asking
      }
    },
    true,
  )

  // Back to a page that the browser kept: what was signed is used up.
  window.addEventListener('pageshow', () => {
    for (const field of document.querySelectorAll('form[data-passkey] [name=passkey]')) field.value = ''
  })
})()
