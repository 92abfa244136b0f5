import type { VNode } from 'preact'
import type { Letter, LetterFrame } from './letter.js'
import { type Around, letterHtml } from './letter-frame.js'
import { BODY, INK, MUTED } from './letter.styles.js'
import { letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

const LOOK = 'paylink doctor'

/** To the merchant herself: what is wrong, one sentence after the other, and where to look. */
export function alertLetter(
  { locale, merchant }: Pick<LetterFrame, 'locale' | 'merchant'>,
  says: readonly string[],
): Letter {
  const words = letterWords(locale).alert
  const around: Around = {
    locale,
    // Whom she would ask about it is herself.
    merchant: { ...merchant, supportEmail: null, supportPhone: null },
    livemode: true,
    hasLogo: false,
    unsubscribeUrl: null,
    pixelUrl: null,
  }
  const parts = { relation: words.relation, why: words.why }
  const html = letterHtml(around, {
    ...parts,
    title: `${words.title} · ${merchant.name}`,
    preheader: says.join(' '),
    body: <Body words={words} says={says} />,
  })
  const text = letterText(around, parts, [
    words.title,
    ...says.map((sentence) => wrapped(plain(sentence))),
    `${wrapped(words.look)}\n${LOOK}`,
  ])
  return { html, text }
}

function Body({ words, says }: { words: { title: string; look: string }; says: readonly string[] }): VNode {
  return (
    <>
      <h1 class="ink" style={`margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700;${INK}`}>
        {words.title}
      </h1>
      {says.map((sentence) => (
        <p class="ink" style={`margin:0 0 12px;${BODY};${INK}`}>
          {sentence}
        </p>
      ))}
      <p class="muted" style={`margin:20px 0 0;${BODY};${MUTED}`}>
        {words.look}
        <br />
        <code class="ink" style={`font-family:Consolas,Menlo,monospace;font-size:15px;${INK}`}>
          {LOOK}
        </code>
      </p>
    </>
  )
}
