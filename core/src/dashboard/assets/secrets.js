'use strict'
// A secret can be looked at while it is typed. Once for all pages that htmx swaps in.
;(() => {
  if (window.revealsSecrets) return
  window.revealsSecrets = true

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-reveal]')
    const field = button?.parentElement.querySelector('input')
    if (!field) return
    field.type = field.type === 'password' ? 'text' : 'password'
    const shown = button.textContent
    button.textContent = button.dataset.reveal
    button.dataset.reveal = shown
    field.focus()
  })

  // A browser must not offer to remember it as a word that was typed.
  document.addEventListener(
    'submit',
    (event) => {
      for (const field of event.target.querySelectorAll('.secret-field input')) field.type = 'password'
    },
    true,
  )
})()
