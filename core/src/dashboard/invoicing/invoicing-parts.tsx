import type { Issuer } from '@paylink/plugin-api'
import type { ComponentChildren, VNode } from 'preact'
import type { UrlTest } from '../../connections/test-notification-url.js'
import type { InvoicingSetup } from '../../invoicing/read-invoicing-setup.js'
import type { Attention } from '../../overview/read-attention.js'
import type { FormFault } from '../../web/form.js'
import { TickIcon } from '../components/icons.js'
import type { SimulatorState } from '../simulator/simulator-state.js'
import type { Visit } from '../visit.js'
import { invoicingWords } from './words.js'

/** Below the base. */
export const INVOICING = '/settings/invoicing'

/** The issuers that the provider lists; null: it could not be asked, or nothing is connected. */
export type Issuers = readonly Issuer[] | null

export interface InvoicingParts {
  visit: Visit
  setup: InvoicingSetup
  nameOf: (provider: string) => string
  issuers: Issuers
  invoices: Attention['invoices']
  /** Null: what is connected is not simulated. */
  simulator: SimulatorState | null
  faults: readonly FormFault[]
  notice: VNode | null
  /** The result of a test of the notification address, just now. */
  test: UrlTest | null
}

interface StepParts {
  visit: Visit
  number: number
  isDone: boolean
  title: string
  about?: ComponentChildren
  /** At the right of the title. */
  acts?: ComponentChildren
  children?: ComponentChildren
}

export const Step = ({ visit, number, isDone, title, about, acts, children }: StepParts): VNode => {
  const words = invoicingWords(visit.locale)
  return (
    <section class="setup-step">
      <div class="setup-step-head">
        <span class={isDone ? 'mark done' : 'mark'}>
          {isDone ? <TickIcon /> : <span aria-hidden="true">{number}</span>}
          <span class="unseen">{isDone ? words.done : words.open}:</span>
        </span>
        <div>
          <h2>{title}</h2>
          {about && <p class="muted small">{about}</p>}
        </div>
        {acts}
      </div>
      {children}
    </section>
  )
}
