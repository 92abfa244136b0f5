import type { VNode } from 'preact'
import type { Alert } from '../alerts/alerts.repository.js'
import { commandsFor } from './alert-commands.js'
import type { Letter, LetterFrame } from './letter.js'
import { type FrameFacts, letterHtml } from './letter-frame.js'
import { BODY, INK, MUTED } from './letter.styles.js'
import { letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

/** To the merchant: what is wrong, and the commands that help. */
export function alertLetter(
  { locale, merchant }: Pick<LetterFrame, 'locale' | 'merchant'>,
  alert: Pick<Alert, 'kind' | 'target' | 'message'>,
): Letter {
  const words = letterWords(locale).alert
  const sentence = words.sentence(alert)
  const commands = [...commandsFor(alert), 'paylink doctor']
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
    preheader: sentence,
    body: <Body words={words} sentence={sentence} commands={commands} />,
  })
  const text = letterText(around, parts, [
    words.title,
    wrapped(plain(sentence)),
    [wrapped(words.commands), ...commands].join('\n'),
  ])
  return { html, text }
}

interface BodyParts {
  words: { title: string; commands: string }
  sentence: string
  commands: readonly string[]
}

function Body({ words, sentence, commands }: BodyParts): VNode {
  return (
    <>
      <h1 class="ink" style={`margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700;${INK}`}>
        {words.title}
      </h1>
      <p class="ink" style={`margin:0 0 12px;${BODY};${INK}`}>
        {sentence}
      </p>
      <p class="muted" style={`margin:20px 0 0;${BODY};${MUTED}`}>
        {words.commands}
        {commands.map((command) => (
          <>
            <br />
            <code class="ink" style={`font-family:Consolas,Menlo,monospace;font-size:15px;${INK}`}>
              {command}
            </code>
          </>
        ))}
      </p>
    </>
  )
}
