import type { VNode } from 'preact'
import { SubmitButton } from '../../web/button.js'
import { ChooseField } from '../components/fields.js'
import { STEP } from './form-steps.js'
import { fieldOf, type LinkFormParts, StepButton, wordsOf } from './link-form-parts.js'
import { SAT_UNITS, UNLISTED_PRODUCT } from './sat-codes.js'
import { MAX_ITEMS, type TypedItem } from './typed-link.js'

const TAXES = ['iva_included', 'iva_added', 'exempt'] as const

/** Several items: each with quantity, price, IVA and its codes. */
export function ItemRows(parts: LinkFormParts): VNode {
  const words = wordsOf(parts)
  const { items } = parts.typed
  const { productCode } = parts.options.invoicing
  return (
    <fieldset class="plain items" id="items" tabIndex={-1}>
      <legend class="unseen">{words.sum.items}</legend>
      {items.map((item, index) => (
        <ItemRow parts={parts} item={item} index={index} />
      ))}
      <div class="beside">
        {items.length < MAX_ITEMS && (
          <SubmitButton name={STEP} value="add-item" isSmall>
            {words.addItem}
          </SubmitButton>
        )}
        <span class="muted small">{words.countOf(items.length, MAX_ITEMS)}</span>
        {items.length === 1 && <StepButton step="merge">{words.merge}</StepButton>}
      </div>
      <datalist id="sat-products">
        {productCode && <option value={productCode} />}
        <option value={UNLISTED_PRODUCT} />
      </datalist>
      <datalist id="sat-units">
        {SAT_UNITS.map(([code, name]) => (
          <option value={`${code} · ${name}`} />
        ))}
      </datalist>
    </fieldset>
  )
}

function ItemRow({ parts, item, index }: { parts: LinkFormParts; item: TypedItem; index: number }): VNode {
  const words = wordsOf(parts)
  const at = (field: keyof TypedItem): string => `items[${index}].${field}`
  const faultsOf = (...fields: (keyof TypedItem)[]) =>
    parts.faults.filter(({ name }) => fields.some((field) => name === at(field)))
  const codes = [item.satProductCode, item.satUnitCode].map((code) => code.split(/[\s·]/, 1)[0]).filter(Boolean)
  const satFaults = faultsOf('satProductCode', 'satUnitCode')
  return (
    <div class="item" role="group" aria-label={`${words.item} ${index + 1}`} data-item="">
      <div class="item-line">
        <ItemInput parts={parts} name={at('name')} label={words.item} value={item.name} kind="grow" />
        <ItemInput parts={parts} name={at('quantity')} label={words.quantity} value={item.quantity} kind="count" />
        <ItemInput parts={parts} name={at('unitPrice')} label={words.unitPrice} value={item.unitPrice} kind="price" />
        {parts.typed.items.length > 1 && (
          <StepButton step={`remove-item:${index}`} label={words.removeItem(index + 1)}>
            {words.remove}
          </StepButton>
        )}
      </div>
      {faultsOf('name', 'quantity', 'unitPrice', 'tax').map(({ name, text }) => (
        <p class="fault" id={`${name}-fault`}>
          {text}
        </p>
      ))}
      <div class="item-line taxes">
        <ChooseField form={{ values: {}, faults: [] }} name={at('tax')} label={words.tax}>
          {TAXES.map((tax) => (
            <option value={tax} selected={tax === item.tax}>
              {words.taxes[tax]}
            </option>
          ))}
        </ChooseField>
        <details class="sat" open={satFaults.length > 0}>
          <summary>{words.satCode(codes.join(' · '))}</summary>
          {satFaults.map(({ name, text }) => (
            <p class="fault" id={`${name}-fault`}>
              {text}
            </p>
          ))}
          <div class="item-line">
            <ItemInput
              parts={parts}
              name={at('satProductCode')}
              label={words.satProduct}
              value={item.satProductCode}
              kind="grow"
              list="sat-products"
            />
            <ItemInput
              parts={parts}
              name={at('satUnitCode')}
              label={words.satUnit}
              value={item.satUnitCode}
              kind="unit"
              list="sat-units"
            />
          </div>
        </details>
      </div>
    </div>
  )
}

interface ItemInputParts {
  parts: LinkFormParts
  name: string
  label: string
  value: string
  kind: 'grow' | 'count' | 'price' | 'unit'
  list?: string
}

/** Its fault stands below the row, so that the inputs of a row stay on one line. */
function ItemInput({ parts, name, label, value, kind, list }: ItemInputParts): VNode {
  const { form } = fieldOf(parts, name, value)
  const isWrong = form.faults.some((fault) => fault.name === name)
  const input = (
    <input
      id={name}
      name={name}
      type="text"
      value={value}
      list={list}
      autocomplete="off"
      inputMode={kind === 'count' ? 'numeric' : kind === 'price' ? 'decimal' : undefined}
      data-amount={kind === 'price' ? '' : undefined}
      aria-invalid={isWrong ? 'true' : undefined}
      aria-describedby={isWrong ? `${name}-fault` : undefined}
      autofocus={parts.focus === name}
    />
  )
  return (
    <div class={['field', kind, isWrong && 'wrong'].filter(Boolean).join(' ')}>
      <label for={name}>{label}</label>
      {kind === 'price' ? (
        <span class="money-field right">
          <span aria-hidden="true">$</span>
          {input}
        </span>
      ) : (
        input
      )}
    </div>
  )
}
