import type { VNode } from 'preact'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { amountText, figureOf } from '../components/amount.js'
import { AmountField } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import { PreviewFold } from '../components/preview-fold.js'
import type { FramedPage } from '../framed-page.js'
import { may, type Visit } from '../visit.js'
import { STEP } from './form-steps.js'
import { ItemRows } from './item-rows.js'
import {
  CustomerFold,
  ExpiryFold,
  fieldOf,
  InvoiceFold,
  type LinkFormParts,
  MoreFold,
  WaysFold,
  wordsOf,
} from './link-form-parts.js'
import type { LinkSums } from './link-sums.js'
import { linkFormWords } from './words.js'

interface NewLinkParts extends Omit<LinkFormParts, 'visit'> {
  isRepeated: boolean
  sums: LinkSums | null
  expiresAt: string | null
}

/** Its id, for the button on phones, which stands outside of it. */
const FORM = 'link-form'
const CONNECTIONS = '/settings/connections'
/** The name of the frame that shows the payer's page. */
const PREVIEW = 'vista'

export function newLinkPage(visit: Visit, shown: NewLinkParts): FramedPage {
  const words = linkFormWords(visit.locale)
  const parts = { visit, ...shown }
  const address = `${visit.base}/links/new`
  return {
    title: words.newTitle,
    section: 'links',
    content: (
      <>
        <PageHead title={words.newTitle} back={{ href: `${visit.base}/links`, label: words.back }} />
        {shown.faults.length > 0 && (
          <FaultSummary title={words.refused(shown.faults.length)} faults={withItems(parts)} />
        )}
        {shown.isRepeated && (
          <Notice tone="attention">
            <b>{words.again}</b> {words.againText}
          </Notice>
        )}
        <PostForm action={address} csrfToken={visit.csrfToken} formKey={visit.formKey} id={FORM} live>
          {/* What Enter presses: the first submit button of the form. */}
          <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
          <div class="with-preview">
            <div>
              <div class="card folds" id="fields">
                <WhatFor {...parts} />
                <CustomerFold {...parts} />
                <ExpiryFold {...parts} />
                <WaysFold {...parts} />
                <InvoiceFold {...parts} />
                <MoreFold {...parts} />
              </div>
              {!hasWay(parts) && <NoWay {...parts} />}
              <CreateButton {...parts} id="create" />
            </div>
            <Preview {...parts} address={address} />
          </div>
        </PostForm>
      </>
    ),
    bottom: <CreateButton {...parts} id="bottom" />,
  }
}

function WhatFor(parts: LinkFormParts & { sums: LinkSums | null }): VNode {
  const words = wordsOf(parts)
  const { title, isSplit, items } = parts.typed
  const [first] = items
  return (
    <div class="stack fold-body">
      {isSplit && <h2>{words.whatFor}</h2>}
      <TextField
        {...fieldOf(parts, 'title', title)}
        label={isSplit ? words.title : words.whatFor}
        hint={words.titleHint}
        autocomplete="off"
      />
      {isSplit ? (
        <>
          <input type="hidden" name="split" value="1" />
          <ItemRows {...parts} />
        </>
      ) : (
        <>
          <AmountField
            {...fieldOf(parts, 'items[0].unitPrice', first?.unitPrice ?? '')}
            label={words.howMuch}
            hint={words.included}
          />
          <input type="hidden" name="items[0].satProductCode" value={first?.satProductCode} />
          <input type="hidden" name="items[0].satUnitCode" value={first?.satUnitCode} />
          <div>
            <SubmitButton name={STEP} value="split" isSmall>
              {words.split}
            </SubmitButton>
          </div>
        </>
      )}
      <Sums {...parts} />
    </div>
  )
}

/** Counts as one types with the script; on a button without it. */
function Sums(parts: LinkFormParts & { sums: LinkSums | null }): VNode {
  const words = wordsOf(parts)
  const { sums, visit, typed } = parts
  const currency = (typed.currency || DEFAULT_CURRENCY).toUpperCase()
  const row = (label: string, centavos: number, kind?: string): VNode => (
    <div class={kind}>
      <dt>{label}</dt>
      <dd>{figureOf(visit.locale, centavos, currency)}</dd>
    </div>
  )
  return (
    <div id="sums" class="sums" aria-live="polite">
      {typed.isSplit && sums && (
        <dl>
          {row(words.sum.items, sums.itemsCentavos)}
          {sums.addedIvaCentavos > 0 && row(words.sum.added, sums.addedIvaCentavos)}
          {sums.includedIvaCentavos > 0 && row(words.sum.included, sums.includedIvaCentavos, 'muted')}
          {row(words.sum.total, sums.totalCentavos, 'total')}
        </dl>
      )}
      {typed.isSplit && !sums && (
        <p class="muted small">
          {words.sum.total}: {words.priceMissing}
        </p>
      )}
      {typed.isSplit && (
        <noscript>
          <SubmitButton name={STEP} value="total" isSmall>
            {words.sum.update}
          </SubmitButton>
        </noscript>
      )}
    </div>
  )
}

/** In the summary a fault of an item names the item. */
const withItems = ({ faults, typed }: LinkFormParts): FormFault[] =>
  faults.map(({ name, text }) => {
    const index = Number(/^items\[(\d+)\]/.exec(name)?.[1] ?? NaN)
    const item = typed.isSplit ? typed.items[index]?.name : undefined
    return { name, text: item ? `“${item}”: ${text}` : text }
  })

const hasWay = ({ options }: LinkFormParts): boolean => options.ways.some(({ error }) => error === null)

function CreateButton(parts: LinkFormParts & { sums: LinkSums | null; id: string }): VNode {
  const words = wordsOf(parts)
  const { sums, visit, typed } = parts
  const currency = (typed.currency || DEFAULT_CURRENCY).toUpperCase()
  return (
    <div class="form-actions" id={parts.id}>
      {hasWay(parts) && (
        <button type="submit" class="button first" form={FORM} data-busy={words.creating}>
          {sums ? words.createFor(amountText(visit.locale, sums.totalCentavos, currency)) : words.create}
        </button>
      )}
      <ButtonLink kind="bare" href={`${visit.base}/links`}>
        {words.cancel}
      </ButtonLink>
    </div>
  )
}

function NoWay(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  return (
    <Notice tone="attention">
      <b>{words.noWay}</b>{' '}
      {parts.visit.hasPage(CONNECTIONS) && may(parts.visit, 'settings:manage') && (
        <a href={parts.visit.base + CONNECTIONS}>{words.connect}</a>
      )}
    </Notice>
  )
}

function Preview(parts: LinkFormParts & { address: string; sums: LinkSums | null }): VNode {
  const words = wordsOf(parts)
  const isStale = parts.faults.length > 0
  return (
    <PreviewFold title={words.preview}>
      <iframe name={PREVIEW} title={words.preview} src={`${parts.address}/preview`} sandbox="" loading="lazy" />
      <p class="muted small">{isStale ? words.previewStale : words.previewAuto}</p>
      <button
        type="submit"
        class="button small"
        formAction={`${parts.address}/preview`}
        formTarget={PREVIEW}
        data-preview=""
      >
        {words.previewUpdate}
      </button>
    </PreviewFold>
  )
}
