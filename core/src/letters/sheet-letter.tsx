import type { Letter, LetterFrame } from './letter.js'
import { type FrameFacts, letterHtml } from './letter-frame.js'
import { Button, Greeting, Note } from './letter-parts.js'
import { actionText, letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'
import { monthName } from '../web/date-formats.js'

/** To the accountant: a month's sheet is ready. `url`: the page that shows it, after signing in. */
export function sheetLetter(
  { locale, merchant }: Pick<LetterFrame, 'locale' | 'merchant'>,
  month: string,
  url: string,
): Letter {
  const words = letterWords(locale).sheet
  const title = words.title(monthName(locale, month))
  const around: FrameFacts = {
    locale,
    // The support contact is for customers.
    merchant: { ...merchant, supportEmail: null, supportPhone: null },
    ...{ livemode: true, hasLogo: false, unsubscribeUrl: null, pixelUrl: null },
  }
  const parts = { relation: words.relation, reason: words.reason(plain(merchant.name)) }
  const html = letterHtml(around, {
    ...parts,
    title: `${title} · ${merchant.name}`,
    preheader: words.text,
    body: (
      <>
        <Greeting>{title}.</Greeting>
        <Greeting>{words.text}</Greeting>
        <Button facts={around} label={words.button} href={url} />
        <Note>{words.signIn}</Note>
      </>
    ),
  })
  return {
    html,
    text: letterText(around, parts, [
      wrapped(title),
      wrapped(words.text),
      actionText(words.button, url),
      wrapped(words.signIn),
    ]),
  }
}
