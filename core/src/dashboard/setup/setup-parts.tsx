import type { ComponentChildren, VNode } from 'preact'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { type FormFault, FaultSummary } from '../../web/form.js'
import { RightIcon } from '../components/icons.js'
import { PreviewFold } from '../components/preview-fold.js'
import { SetupSteps } from './setup-steps.js'
import type { SetupWords } from './words.js'

export interface StepParts {
  words: SetupWords
  step: number
  title: string
  about: string
  faults: readonly FormFault[]
  children: ComponentChildren
}

/** One step of the first run: bars, heading, what is wrong, the form. */
export const SetupPage = ({ words, step, title, about, faults, children }: StepParts): VNode => (
  <>
    <SetupSteps words={words} step={step} />
    <div class="setup-head">
      <h1>{title}</h1>
      <p class="muted">{about}</p>
    </div>
    {faults.length > 0 && <FaultSummary title={words.faultsTitle} faults={faults} />}
    {children}
  </>
)

export const StepButtons = ({
  words,
  backHref,
  button = words.next,
  busy = words.saving,
  back = words.back,
  isLast = false,
}: {
  words: SetupWords
  backHref: string | null
  button?: string
  busy?: string
  back?: string
  isLast?: boolean
}): VNode => (
  <div class="row setup-buttons">
    <SubmitButton kind="first" busy={busy}>
      {button}
      {!isLast && <RightIcon />}
    </SubmitButton>
    {backHref !== null && (
      <ButtonLink kind="bare" href={backHref}>
        {back}
      </ButtonLink>
    )}
  </div>
)

const FRAME = 'vista'

/** The payer's page in a frame; with the script it follows what is typed, without it the button. */
export const SetupPreview = ({ title, src, update }: { title: string; src: string; update: string }): VNode => (
  <PreviewFold title={title} class="setup-preview">
    <iframe name={FRAME} title={title} src={src} sandbox="" loading="lazy" />
    <button type="submit" class="button small" formAction={src} formTarget={FRAME} data-preview="">
      {update}
    </button>
  </PreviewFold>
)
