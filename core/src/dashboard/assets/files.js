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

/** What is chosen, in the words of the page. */
function showChosen(field) {
  const name = field.parentElement.querySelector('[data-file]')
  const button = field.parentElement.querySelector('[data-choose]')
  if (!name || !button) return
  const [file] = field.files
  name.textContent = file ? file.name : name.dataset.none
  name.classList.toggle('chosen', Boolean(file))
  button.textContent = file ? button.dataset.change : button.dataset.choose
}
document.addEventListener('change', (event) => {
  if (!event.target.matches('[data-drop]')) return
  showChosen(event.target)
  document.getElementById(`${event.target.id}-doubt`)?.remove()
})
// A page that the browser kept has its files still.
addEventListener('pageshow', () => document.querySelectorAll('[data-drop]').forEach(showChosen))

/** The server would refuse the whole form: what was typed stays here. */
document.addEventListener('change', (event) => {
  const field = event.target
  if (!field.matches('[data-max]')) return
  const box = field.closest('.file-box') ?? field
  box.parentElement.querySelector('[data-size]')?.remove()
  const [file] = field.files
  if (!file || file.size <= Number(field.dataset.max)) return
  const fault = document.createElement('p')
  fault.className = 'fault'
  fault.dataset.size = ''
  fault.setAttribute('role', 'alert')
  fault.textContent = field.dataset.tooLarge.replace('{size}', `${(file.size / 1024 / 1024).toFixed(1)} MB`)
  box.before(fault)
  field.value = ''
  showChosen(field)
})
