import type { VNode } from 'preact'

/** A letter in a frame of its own, where nothing runs and no link leads out. */
export const LetterFrame = ({ title, src }: { title: string; src: string }): VNode => (
  <iframe class="letter" title={title} src={src} sandbox="" loading="lazy" />
)

/** The text that programs without HTML show. */
export const LetterText = ({ title, text }: { title: string; text: string }): VNode => (
  <details class="letter-text">
    <summary>{title}</summary>
    <pre>{text}</pre>
  </details>
)
