import type { VNode } from 'preact'
import type { Endpoint } from '../../webhooks/endpoint.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { Secret } from '../components/copy-button.js'
import { ChoiceCards } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { hostOf, momentOf, pathOf } from './endpoint-parts.js'
import { webhooksWords } from './words.js'

/** Hours, as the form sends them; the first is chosen beforehand. */
export const OVERLAPS = ['24', '1', '0'] as const

interface ShownParts {
  visit: Visit
  endpoint: Endpoint
  secret: string
  /** Of a new endpoint. */
  resolves?: boolean
  isRotated?: boolean
}

/** The answer to the form alone: the secret is never shown again. */
export function ShownSecret({ visit, endpoint, secret, resolves = true, isRotated = false }: ShownParts): VNode {
  const { secret: words } = webhooksWords(visit.locale)
  const host = hostOf(endpoint)
  return (
    <div class="card stack">
      <div class="stack near">
        <p class="muted small">{host}</p>
        <Secret text={secret} locale={visit.locale} />
      </div>
      {isRotated && (
        <Notice tone="attention">
          <p>
            {endpoint.formerSecretUntil === null
              ? words.noOverlap
              : words.overlap(momentOf(visit, endpoint.formerSecretUntil))}
          </p>
        </Notice>
      )}
      {!resolves && (
        <Notice tone="attention">
          <b>{words.unresolved(host)}</b>
          <p>{words.unresolvedText}</p>
        </Notice>
      )}
      <div>
        <ButtonLink kind="first" href={visit.base + pathOf(endpoint)}>
          {words.done}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Asks what becomes of the present secret. */
export function NewSecretForm({
  visit,
  endpoint,
  chosen,
  fault,
}: {
  visit: Visit
  endpoint: Pick<Endpoint, 'id'>
  chosen: string | null
  fault?: string
}): VNode {
  const { secret: words, form } = webhooksWords(visit.locale)
  return (
    <div class="card">
      <PostForm action={`${visit.base}${pathOf(endpoint)}/secret`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
        <div class="stack">
          <ChoiceCards
            legend={words.until}
            name="overlap"
            choices={OVERLAPS.map((value) => ({ value, ...words.choices[value] }))}
            chosen={chosen}
            fault={fault}
          />
          <div class="row">
            <SubmitButton kind="first" busy={words.busy}>
              {words.button}
            </SubmitButton>
            <ButtonLink kind="bare" href={visit.base + pathOf(endpoint)}>
              {form.cancel}
            </ButtonLink>
          </div>
        </div>
      </PostForm>
    </div>
  )
}
