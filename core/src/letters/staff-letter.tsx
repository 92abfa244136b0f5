import type { VNode } from 'preact'
import type { StaffEmail } from '../identity/read-staff-email.js'
import type { Letter, LetterFrame } from './letter.js'
import { type FrameFacts, letterHtml } from './letter-frame.js'
import { Button, Greeting, Note } from './letter-parts.js'
import { actionText, exactMoment, letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

type Around = Pick<LetterFrame, 'locale' | 'merchant' | 'now'>

/** To a person of the merchant's, about their sign-in. `url`: what the button opens. */
export function staffLetter({ locale, merchant, now }: Around, email: StaffEmail, url: string): Letter {
  const words = letterWords(locale).staff
  const { content, name, expiresAt } = email
  const { title, text, button, reason } = sentencesFor(words, content, plain(merchant.name))
  const around: FrameFacts = {
    locale,
    // The support contact is for customers.
    merchant: { ...merchant, supportEmail: null, supportPhone: null },
    ...{ livemode: true, hasLogo: false, unsubscribeUrl: null, pixelUrl: null },
  }
  const greeting = words.greeting(name === null || plain(name) === '' ? null : plain(name))
  const until = expiresAt === null ? null : words.until(exactMoment({ locale, merchant, now }, expiresAt))
  const parts = { relation: words.relation, reason }
  const html = letterHtml(around, {
    ...parts,
    title: `${title} · ${merchant.name}`,
    preheader: text,
    body: (
      <>
        <Greeting>{greeting}</Greeting>
        <Greeting>{text}</Greeting>
        <Button facts={around} label={button} href={url} />
        {until !== null && <Note>{until}</Note>}
        <Note>{letterWords(locale).opensPage(hostOf(url))}</Note>
      </>
    ) satisfies VNode,
  })
  const paragraphs = [wrapped(greeting), wrapped(text), actionText(button, url), until === null ? null : wrapped(until)]
  return { html, text: letterText(around, parts, paragraphs) }
}

const hostOf = (url: string): string => new URL(url).host

interface Sentences {
  title: string
  text: string
  button: string
  reason: string
}

type Words = ReturnType<typeof letterWords>['staff']

function sentencesFor(words: Words, content: StaffEmail['content'], merchant: string): Sentences {
  switch (content.kind) {
    case 'invitation': {
      const { title, text, button, reason } = words.invitation
      return { title, text: text(merchant, words.roles[content.role]), button, reason: reason(merchant) }
    }
    case 'reset': {
      const { title, text, button, reason } = words.reset
      return { title, text: text(merchant), button, reason }
    }
    case 'email_change': {
      const { step, side, from, to } = content
      const { titles, texts, buttons, reason } = words.emailChange
      const text = texts[step][side](merchant, from, to)
      return { title: titles[step], text, button: buttons[step], reason: reason(merchant) }
    }
    case 'security': {
      const { title, text, button, reason, topics } = words.security
      return { title, text: `${topics[content.topic]} ${text}`, button, reason: reason(merchant) }
    }
  }
}
