import type { VNode } from 'preact'
import { type FormView, TextField } from '../../web/form.js'
import type { SetupWords } from './words.js'

/** What pages have until a color is chosen. */
const DEFAULT_COLOR = '#0f766e'

/** Six colors, or any other by its code. */
export function ColorField({ words, form }: { words: SetupWords; form: FormView }): VNode {
  const { color, otherColor, colorNames } = words.business
  const colors = Object.entries(colorNames)
  const chosen = form.values['color'] || DEFAULT_COLOR
  const isOther = !Object.hasOwn(colorNames, chosen)
  const values = { ...form.values, otherColor: form.values['otherColor'] ?? (isOther ? chosen : '') }
  return (
    <fieldset class="color-field" id="color">
      <legend>{color}</legend>
      <div class="swatches">
        {colors.map(([value, name]) => (
          <label class={`swatch color-${value.slice(1)}`} title={name}>
            <input type="radio" name="color" value={value} checked={value === chosen} />
            <span class="unseen">{name}</span>
          </label>
        ))}
      </div>
      <TextField
        form={{ ...form, values }}
        name="otherColor"
        label={otherColor}
        optionalWord={words.optional}
        autocomplete="off"
        spellcheck={false}
        isOptional
      />
    </fieldset>
  )
}
