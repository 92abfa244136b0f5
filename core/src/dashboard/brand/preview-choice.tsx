import type { VNode } from 'preact'
import { COLOR_SCHEMES } from '../../web/in-scheme.js'
import { brandFormWords } from '../brand-form/words.js'
import { OpenIcon } from '../components/icons.js'
import { PreviewFold } from '../components/preview-fold.js'
import type { Visit } from '../visit.js'
import { BRAND } from './paths.js'
import { brandWords } from './words.js'

export const PREVIEW_KINDS = ['page', 'mail', 'receipt'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

const FRAME = 'vista'

interface ChoiceParts {
  name: string
  legend: string
  words: Readonly<Record<string, string>>
  choices: readonly string[]
  chosen: string | undefined
}

/** A few words in a row, of which one is chosen. */
const Segments = ({ name, legend, words, choices, chosen }: ChoiceParts): VNode => (
  <fieldset class="segments">
    <legend class="unseen">{legend}</legend>
    {choices.map((value, index) => (
      <label>
        <input type="radio" name={name} value={value} checked={chosen === undefined ? index === 0 : value === chosen} />
        <span>{words[value]}</span>
      </label>
    ))}
  </fieldset>
)

/** Page, email or receipt, light or dark: with the script it follows what is typed, without it the button. */
export function BrandPreviewPart({ visit }: { visit: Visit }): VNode {
  const { base, locale, fields } = visit
  const words = brandWords(locale).preview
  const { preview, update } = brandFormWords(locale)
  const src = `${base}${BRAND}/preview`
  return (
    <PreviewFold title={preview} class="brand-preview">
      <div class="preview-choice">
        <Segments
          name="previewKind"
          legend={words.kind}
          words={words.kinds}
          choices={PREVIEW_KINDS}
          chosen={fields['previewKind']}
        />
        <Segments
          name="previewScheme"
          legend={words.scheme}
          words={words.schemes}
          choices={COLOR_SCHEMES}
          chosen={fields['previewScheme']}
        />
      </div>
      <iframe name={FRAME} title={preview} src={src} sandbox="" loading="lazy" />
      <div class="row">
        <button type="submit" class="button small" formAction={src} formTarget={FRAME} data-preview="">
          {update}
        </button>
        <button type="submit" class="button small" formAction={`${src}/receipt.pdf`} formTarget="_blank">
          <OpenIcon />
          {words.openPdf}
        </button>
      </div>
    </PreviewFold>
  )
}
