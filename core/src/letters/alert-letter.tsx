import type { VNode } from 'preact'
import type { Letter, LetterFrame } from './letter.js'
import { type FrameFacts, letterHtml } from './letter-frame.js'
import { BODY, INK, MUTED } from './letter.styles.js'
import { letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

const COMMAND = 'paylink doctor'

/** To the merchant: what is wrong, and the command that shows more. */
export function alertLetter(
  { locale, merchant }: Pick<LetterFrame, 'locale' | 'merchant'>,
  sentences: readonly string[],
): Letter {
  const words = letterWords(locale).alert
  const around: FrameFacts = {
    locale,
    // The support contact is the merchant herself.
    merchant: { ...merchant, supportEmail: null, supportPhone: null },
    livemode: true,
    hasLogo: false,
    unsubscribeUrl: null,
    pixelUrl: null,
  }
  const parts = { relation: words.relation, reason: words.reason }
  const html = letterHtml(around, {
    ...parts,
    title: `${words.title} · ${merchant.name}`,
    preheader: sentences.join(' '),
    body: <Body words={words} sentences={sentences} />,
  })
  const text = letterText(around, parts, [
    words.title,
    ...sentences.map((sentence) => wrapped(plain(sentence))),
    `${wrapped(words.look)}\n${COMMAND}`,
  ])
  return { html, text }
}

function Body({ words, sentences }: { words: { title: string; look: string }; sentences: readonly string[] }): VNode {
  return (
    <>
      <h1 class="ink" style={`margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700;${INK}`}>
        {words.title}
      </h1>
      {sentences.map((sentence) => (
        <p class="ink" style={`margin:0 0 12px;${BODY};${INK}`}>
          {sentence}
        </p>
      ))}
      <p class="muted" style={`margin:20px 0 0;${BODY};${MUTED}`}>
        {words.look}
        <br />
        <code class="ink" style={`font-family:Consolas,Menlo,monospace;font-size:15px;${INK}`}>
          {COMMAND}
        </code>
      </p>
    </>
  )
}
