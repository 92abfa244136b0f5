import type { ComponentChildren, VNode } from 'preact'
import { TickIcon } from '../components/icons.js'
import type { SetupWords } from './words.js'

/** The bars with their words, above each step. */
export const SetupSteps = ({ words, step }: { words: SetupWords; step: number }): VNode => (
  <nav aria-label={words.stepOf(step, words.steps[step - 1] ?? '')}>
    <ol class="steps setup-steps">
      {words.steps.map((name, index) => (
        <li class={index + 1 < step ? 'done' : undefined} aria-current={index + 1 === step ? 'step' : undefined}>
          {index + 1 < step ? <TickIcon /> : `${index + 1}. `}
          <span>{name}</span>
        </li>
      ))}
    </ol>
    <p class="step-of">{words.stepOf(step, words.steps[step - 1] ?? '')}</p>
  </nav>
)

/** Step 1, without a session: the sign-in of the owner. */
export const SetupStart = ({ words, children }: { words: SetupWords; children: ComponentChildren }): VNode => (
  <>
    <SetupSteps words={words} step={1} />
    <div class="setup-head">
      <h1>{words.start.title}</h1>
      <p class="muted">{words.start.about}</p>
    </div>
    <div class="card">{children}</div>
  </>
)
