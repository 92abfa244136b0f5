import type { ComponentChildren, VNode } from 'preact'
import { checkoutEndsAt } from '../../payment-links/payment-link.js'
import { formatTime } from '../../web/format-time.js'
import { type FieldParts, type FormFault, type FormView, TextField } from '../../web/form.js'
import { messagesOf } from '../../web/messages/messages.js'
import { SubmitButton } from '../../web/button.js'
import { CheckBox, DateField, Fold, TextAreaField } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { STEP } from './form-steps.js'
import type { LinkOptions } from './read-link-options.js'
import { EXPIRIES, MAX_METADATA, type TypedLink } from './typed-link.js'
import type { TypedEntry } from './typed-metadata.js'
import { type LinkFormWords, linkFormWords } from './words.js'

/** What every part of the form of a link shows. */
export interface LinkFormParts {
  visit: Visit
  typed: TypedLink
  options: LinkOptions
  faults: readonly FormFault[]
  /** The field that takes the focus. */
  focus: string | null
}

export const wordsOf = ({ visit }: LinkFormParts): LinkFormWords => linkFormWords(visit.locale)

/** One field with its value, for the components of forms. */
export const fieldOf = ({ faults }: LinkFormParts, name: string, value: string): Pick<FieldParts, 'form' | 'name'> => ({
  form: { values: { [name]: value }, faults } satisfies FormView,
  name,
})

const hasFault = ({ faults }: LinkFormParts, ...starts: string[]): boolean =>
  faults.some(({ name }) => starts.some((start) => name.startsWith(start)))

export const StepButton = ({
  step,
  label,
  children,
}: {
  step: string
  label?: string
  children: ComponentChildren
}): VNode => (
  <button type="submit" class="text-button" name={STEP} value={step} aria-label={label}>
    {children}
  </button>
)

export function CustomerFold(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  const { customerName, customerEmail } = parts.typed
  return (
    <Fold
      name={words.customer}
      value={customerName || customerEmail || words.noCustomer}
      isOpen={hasFault(parts, 'customer')}
    >
      <p class="muted small">{words.customerHint}</p>
      <div class="field-row">
        <TextField {...fieldOf(parts, 'customerName', customerName)} label={words.name} autocomplete="off" isOptional />
        <TextField
          {...fieldOf(parts, 'customerEmail', customerEmail)}
          label={words.email}
          type="email"
          autocomplete="off"
          isOptional
        />
      </div>
    </Fold>
  )
}

/** @param expiresAt what the choice comes to; null: no date, or none that was understood */
export function ExpiryFold({ expiresAt, ...parts }: LinkFormParts & { expiresAt: string | null }): VNode {
  const words = wordsOf(parts)
  const { locale, account, now } = parts.visit
  const { expiry, expiresOn, expiresTime } = parts.typed
  const time = (at: string): string => formatTime(locale, account.brand.timeZone, at, now).at
  const lastStart = checkoutEndsAt({ expiresAt })
  return (
    <Fold
      name={words.expiry}
      value={expiresAt === null ? words.expiries[expiry] : time(expiresAt)}
      isOpen={expiry === 'pick' || hasFault(parts, 'expiresOn')}
    >
      <fieldset class="pills" id="expiry">
        <legend class="unseen">{words.expiry}</legend>
        {EXPIRIES.map((value) => (
          <label class="pill">
            <input type="radio" name="expiry" value={value} checked={value === expiry} />
            <span>{words.expiries[value]}</span>
          </label>
        ))}
      </fieldset>
      <div class="field-row expires-on">
        <DateField {...fieldOf(parts, 'expiresOn', expiresOn)} label={words.day} />
        <div class="field">
          <label for="expiresTime">{words.hour}</label>
          <input id="expiresTime" name="expiresTime" type="time" value={expiresTime} />
        </div>
      </div>
      {lastStart !== null && <p class="muted small">{words.lastStart(time(lastStart))}</p>}
    </Fold>
  )
}

export function WaysFold(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  const { ways } = parts.options
  const { order, chosen } = parts.typed
  const { names } = messagesOf(parts.visit.locale).methods
  const sorted = order.flatMap((provider) => ways.find((way) => way.provider === provider) ?? [])
  const broken = ways.filter(({ provider }) => !order.includes(provider))
  const shownNames = sorted.filter(({ provider }) => chosen.includes(provider)).map(({ name }) => name)
  const fault = parts.faults.find(({ name }) => name === 'providers')
  return (
    <Fold name={words.ways} value={shownNames.join(', ') || words.noWay} isOpen={fault !== undefined}>
      <p class="muted small" id="providers" tabIndex={-1}>
        {ways.length > 0 ? words.waysHint : words.noWay}
      </p>
      {fault && <p class="fault">{fault.text}</p>}
      <ul class="ways">
        {sorted.map(({ provider, name, methods }, index) => (
          <li>
            <input type="hidden" name={`order[${index}]`} value={provider} />
            <CheckBox
              name={`providers[${index}]`}
              value={provider}
              label={name}
              about={methods.map((method) => names[method]).join(', ')}
              isOn={chosen.includes(provider)}
            />
            {index > 0 && (
              <StepButton step={`up:${provider}`} label={words.moveUp(name)}>
                {words.up}
              </StepButton>
            )}
            {index < sorted.length - 1 && (
              <StepButton step={`down:${provider}`} label={words.moveDown(name)}>
                {words.down}
              </StepButton>
            )}
          </li>
        ))}
        {broken.map(({ name, error }) => (
          <li class="muted">
            <span>
              <b>{name}</b> <small>{error}</small>
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

export function InvoiceFold(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  const { invoiceable } = parts.typed
  const { isReady, issuer } = parts.options.invoicing
  const fault = parts.faults.find(({ name }) => name === 'invoiceable')
  return (
    <Fold
      name={words.invoice}
      value={invoiceable ? words.canRequest : words.cannotRequest}
      isOpen={fault !== undefined || invoiceable}
    >
      {fault && (
        <p class="fault" id="invoiceable" tabIndex={-1}>
          {fault.text}
        </p>
      )}
      {isReady ? (
        <CheckBox
          name="invoiceable"
          label={words.invoiceable}
          about={`${words.invoiceHint}${issuer === null ? '' : ` ${words.issuedBy(issuer)}`}`}
          isOn={invoiceable}
          isSwitch
        />
      ) : (
        <p class="muted small">{words.invoiceNotReady}</p>
      )}
    </Fold>
  )
}

export function MoreFold(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  const { description, metadata } = parts.typed
  const set = [description && words.description, metadata.length > 0 && words.dataCount(metadata.length)].filter(
    Boolean,
  )
  const isOpen = hasFault(parts, 'description', 'metadata') || (parts.focus?.startsWith('metadata') ?? false)
  return (
    <Fold name={words.more} value={set.join(', ') || words.nothing} isOpen={isOpen}>
      <TextAreaField
        {...fieldOf(parts, 'description', description)}
        label={words.description}
        optionalWord={words.optional}
        hint={words.descriptionHint}
      />
      <fieldset class="plain" id="metadata">
        <legend>
          {words.data} <span class="muted">({words.optional})</span>
        </legend>
        <p class="muted small">{words.dataHint}</p>
        {metadata.map((entry, index) => (
          <DataRow parts={parts} index={index} entry={entry} />
        ))}
        {metadata.length < MAX_METADATA && (
          <SubmitButton name={STEP} value="add-data" isSmall>
            {words.addData}
          </SubmitButton>
        )}
      </fieldset>
    </Fold>
  )
}

function DataRow({
  parts,
  index,
  entry: { key, value, original },
}: {
  parts: LinkFormParts
  index: number
  entry: TypedEntry
}): VNode {
  const words = wordsOf(parts)
  const [keyName, valueName] = [`metadata[${index}].key`, `metadata[${index}].value`]
  const fault = parts.faults.find((found) => found.name === keyName || found.name === valueName)
  return (
    <div class={fault ? 'data-row field wrong' : 'data-row field'}>
      {fault && (
        <p class="fault" id={`${keyName}-fault`}>
          {fault.text}
        </p>
      )}
      <input
        id={keyName}
        name={keyName}
        value={key}
        aria-label={words.dataName(index + 1)}
        aria-describedby={fault && `${keyName}-fault`}
        autofocus={parts.focus === keyName}
      />
      <input id={valueName} name={valueName} value={value} aria-label={words.dataValue(index + 1)} />
      {original && <input type="hidden" name={`metadata[${index}].original`} value={original} />}
      <StepButton step={`remove-data:${index}`} label={`${words.remove}: ${key}`}>
        {words.remove}
      </StepButton>
    </div>
  )
}
