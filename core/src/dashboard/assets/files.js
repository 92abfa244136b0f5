// Files: dropped on their field or pasted anywhere, besides chosen

document.addEventListener('dragover', (event) => {
  const field = event.target.closest?.('[data-drop]')
  field?.classList.add('over')
  if (field) event.preventDefault()
})
document.addEventListener('dragleave', (event) => event.target.closest?.('[data-drop]')?.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.target.closest?.('[data-drop]')?.classList.remove('over')
})
document.addEventListener('paste', (event) => {
  const field = document.querySelector('[data-drop]')
  if (!field || !event.clipboardData?.files.length) return
  event.preventDefault()
  field.files = event.clipboardData.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
})

/** The server would refuse the whole form: what was typed stays here. */
document.addEventListener('change', (event) => {
  const field = event.target
  if (!field.matches('[data-max]')) return
  field.parentElement.querySelector('[data-size]')?.remove()
  const [file] = field.files
  if (!file || file.size <= Number(field.dataset.max)) return
  const fault = document.createElement('p')
  fault.className = 'fault'
  fault.dataset.size = ''
  fault.setAttribute('role', 'alert')
  fault.textContent = field.dataset.tooLarge.replace('{size}', `${(file.size / 1024 / 1024).toFixed(1)} MB`)
  field.before(fault)
  field.value = ''
})
