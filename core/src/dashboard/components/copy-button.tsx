import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { CopyIcon, CopyMark } from './icons.js'
import { componentWords } from './words.js'

interface CopyParts {
  text: string
  locale: PageLocale
  look?: 'first' | 'small' | 'text'
  /** What leads on without the script; without it the button is not there, and the text stands beside it. */
  href?: string
}

/** Copies a text. The script changes the word to “Copied” for two seconds, and announces it. */
export function CopyButton({ text, locale, look, href }: CopyParts): VNode {
  const words = componentWords(locale)
  const name = look === 'text' ? 'text-button' : look === undefined ? 'button' : `button ${look}`
  const inside = (
    <>
      {look === 'small' ? <CopyMark /> : look !== 'text' && <CopyIcon />}
      <span data-word={words.copied}>{words.copy}</span>
    </>
  )
  if (href !== undefined)
    return (
      <a class={name} href={href} data-copy={text}>
        {inside}
      </a>
    )
  return (
    <button type="button" class={`${name} scripted`} data-copy={text}>
      {inside}
    </button>
  )
}

/** An address or code as a field that is selected as a whole on focus. */
export const CopyField = ({ id, label, text }: { id: string; label: string; text: string }): VNode => (
  <span class="copy-field">
    <label class="unseen" for={id}>
      {label}
    </label>
    <input id={id} type="text" readOnly value={text} data-select="" />
  </span>
)

/** A secret or code that is shown once, with its button. */
export const Secret = ({ text, locale }: { text: string; locale: PageLocale }): VNode => (
  <div class="copyable">
    <code>{text}</code>
    <CopyButton text={text} locale={locale} look="first" />
  </div>
)
