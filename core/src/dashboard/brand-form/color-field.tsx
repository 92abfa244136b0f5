import type { VNode } from 'preact'
import { brandColourOf } from '../../web/brand-styles.js'
import { contrast, parseHex, textOn, toHex } from '../../web/contrast.js'
import { controlAttributes, Field, type FormView } from '../../web/form.js'
import { CheckIcon } from '../../web/icons.js'
import { resolvedColor } from './typed-brand.js'
import type { BrandFormWords } from './words.js'

/** What pages have until a color is chosen. */
export const DEFAULT_COLOR = toHex(brandColourOf(null))

/** Six colors, or any other, picked or by its code; and how the text on it reads. */
export function ColorField({ words, form }: { words: BrandFormWords; form: FormView }): VNode {
  const { color, otherColor, colorPicker, colorNames } = words
  const { values } = form
  const stored = values['colorBefore'] ?? ''
  const chosen = resolvedColor(values) || stored || DEFAULT_COLOR
  const shown = parseHex(chosen) ? chosen.toLowerCase() : DEFAULT_COLOR
  // What was typed stays in its field, also where another one counts.
  const [six, picked] = [values['color'] ?? shown, values['pickedColor'] ?? shown]
  const other = values['otherColor'] ?? (Object.hasOwn(colorNames, chosen) ? '' : chosen)
  const field = { form, name: 'otherColor', label: otherColor, optionalWord: words.optional }
  return (
    <fieldset class="color-field" id="color">
      <legend>{color}</legend>
      <input type="hidden" name="colorBefore" value={stored} />
      <div class="swatches">
        {Object.entries(colorNames).map(([value, name]) => (
          <label class={`swatch color-${value.slice(1)}`} title={name}>
            <input type="radio" name="color" value={value} aria-label={name} checked={value === six} data-color="" />
          </label>
        ))}
      </div>
      <Field {...field}>
        <span class="color-code">
          <input type="color" name="pickedColor" value={picked} aria-label={colorPicker} data-color="" />
          <input
            {...controlAttributes(field)}
            type="text"
            value={other}
            autocomplete="off"
            spellcheck={false}
            data-color=""
          />
        </span>
      </Field>
      <p class="contrast" id="contrast">
        <CheckIcon />
        {contrastText(words, shown)}
      </p>
    </fieldset>
  )
}

/** Every color is allowed: the text on it is black or white, whichever reads better. */
function contrastText({ contrastOf }: BrandFormWords, color: string): string {
  const fill = brandColourOf(color)
  const text = textOn(fill)
  return contrastOf(text[0] === 255, contrast(fill, text).toFixed(1))
}
