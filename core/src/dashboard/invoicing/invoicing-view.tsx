import type { Issuer } from '@paylink/plugin-api'
import type { VNode } from 'preact'
import { MAX_INVOICE_DAYS } from '../../accounts/account-settings.js'
import { INVOICE_ZONE, invoiceDeadline } from '../../invoicing/customer-deadline.js'
import { SECOND_MS } from '../../kernel/clock.js'
import { SubmitButton } from '../../web/button.js'
import { dateFormat } from '../../web/date-formats.js'
import { controlAttributes, FaultSummary, Field, PostForm } from '../../web/form.js'
import { formatDay } from '../../web/format-time.js'
import { CheckIcon, ClockIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Chip } from '../components/chip.js'
import type { FramedPage } from '../framed-page.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { ConnectStep } from './connect-step.js'
import { INVOICING, type InvoicingParts, Step } from './invoicing-parts.js'
import { WaitingInvoices } from './waiting-invoices.js'
import { invoicingWords } from './words.js'

/** The steps to invoices, each done or open, and what waits. */
export function invoicingView(parts: InvoicingParts): FramedPage {
  const { visit, setup, nameOf, faults, notice } = parts
  const { base, csrfToken, locale } = visit
  const words = invoicingWords(locale)
  const { connection, choices } = setup
  const name = nameOf(connection?.provider ?? choices[0]?.provider ?? 'Facturapi')
  const content = (
    <div class="invoicing">
      {notice}
      {faults.length > 0 && <FaultSummary title={words.faults} faults={faults} />}
      <div class="card full">
        <ConnectStep {...parts} />
        <PostForm action={base + INVOICING} csrfToken={csrfToken}>
          <IssuerStep {...parts} name={name} />
          <DeadlineStep {...parts} />
          <div class="setup-step row">
            <SubmitButton kind={connection ? 'first' : 'outlined'} busy={words.saving}>
              {words.save}
            </SubmitButton>
            <span class="muted small">{words.saveHint}</span>
          </div>
        </PostForm>
      </div>
      <WaitingInvoices visit={visit} invoices={parts.invoices} />
    </div>
  )
  const chip = connection?.isReady ? (
    <Chip tone="green" icon={CheckIcon}>
      {words.ready}
    </Chip>
  ) : connection ? (
    <Chip tone="amber" icon={ClockIcon}>
      {words.notReady}
    </Chip>
  ) : undefined
  return settingsPage({ title: words.title, about: words.about(name), chip }, content)
}

function IssuerStep({ visit, setup: { connection }, issuers, name, faults }: InvoicingParts & { name: string }): VNode {
  const words = invoicingWords(visit.locale).issuer
  const shared = { visit, number: 2, title: words.title, isDone: connection !== null && connection.issuer !== null }
  if (!connection) return <Step {...shared} about={words.waiting} />
  const current = connection.issuer
  const listed = issuers ?? (current ? [current] : [])
  const chosen = visit.fields['issuer'] ?? current?.id ?? null
  const isListed = current === null || listed.some(({ id }) => id === current.id)
  const fault = faults.find((one) => one.name === 'issuer')
  return (
    <Step {...shared}>
      {issuers === null && <Notice tone="attention">{words.unavailable(name)}</Notice>}
      {issuers?.length === 0 && <Notice tone="attention">{words.none(name)}</Notice>}
      <input type="hidden" name="issuerBefore" value={current?.id ?? ''} />
      {listed.length > 0 && (
        <fieldset class={fault ? 'choices wrong' : 'choices'} id="issuer" aria-describedby={fault && 'issuer-fault'}>
          <legend class="unseen">{words.title}</legend>
          {fault && (
            <p class="fault" id="issuer-fault">
              {fault.text}
            </p>
          )}
          <div>
            {(isListed || !current ? listed : [current, ...listed]).map((issuer) => (
              <IssuerChoice visit={visit} issuer={issuer} isChosen={issuer.id === chosen} />
            ))}
          </div>
        </fieldset>
      )}
    </Step>
  )
}

function IssuerChoice({ visit, issuer, isChosen }: { visit: Visit; issuer: Issuer; isChosen: boolean }): VNode {
  const words = invoicingWords(visit.locale).issuer
  const { id, rfc, legalName, problem, defaultProductCode, defaultUnitCode } = issuer
  const codes = [defaultProductCode, defaultUnitCode].filter((code) => code !== undefined).join(' · ')
  return (
    <label class={problem === undefined ? 'choice' : 'choice not-ready'}>
      <input type="radio" name="issuer" value={id} checked={isChosen} disabled={problem !== undefined && !isChosen} />
      <span>
        <b>{legalName ?? words.unnamed}</b>
        {rfc !== undefined && (
          <small>
            {words.rfc} <span class="code">{rfc}</span>
          </small>
        )}
        {codes !== '' && <small>{words.codes(codes)}</small>}
        {problem !== undefined && <small>{words.problem(problem)}</small>}
      </span>
    </label>
  )
}

function DeadlineStep({ visit, faults }: InvoicingParts): VNode {
  const { locale, account, now, fields } = visit
  const words = invoicingWords(locale).deadline
  const days = account.invoiceDaysAfterMonth
  const last = new Date(invoiceDeadline(now.toISOString(), days).getTime() - SECOND_MS)
  const month = dateFormat(locale, { timeZone: INVOICE_ZONE, month: 'long' }).format(now)
  const example = words.example(month, formatDay(locale, INVOICE_ZONE, last, now))
  const part = {
    form: { values: { days: fields['days'] ?? String(days) }, faults },
    name: 'days',
    label: words.label,
    hint: `${example} ${words.bothModes}`,
  }
  return (
    <Step visit={visit} number={3} isDone title={words.title}>
      <input type="hidden" name="daysBefore" value={String(days)} />
      <div class="days-field">
        <Field {...part}>
          <input
            {...controlAttributes(part)}
            type="text"
            inputMode="numeric"
            autocomplete="off"
            maxLength={String(MAX_INVOICE_DAYS).length}
            value={part.form.values.days}
          />
        </Field>
      </div>
    </Step>
  )
}
