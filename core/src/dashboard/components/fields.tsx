import type { ComponentChildren, VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { controlAttributes, Field, type FieldParts } from '../../web/form.js'
import { UploadIcon } from './icons.js'
import { componentWords } from './words.js'

const valueOf = ({ form, name }: FieldParts): string => form.values[name] ?? ''

/** Money in pesos as one types it: `1150`, `1,150.00`, `$1 150`. */
export function AmountField({ isRight = false, ...field }: FieldParts & { isRight?: boolean }): VNode {
  return (
    <Field {...field}>
      <span class={isRight ? 'money-field right' : 'money-field'}>
        <span aria-hidden="true">$</span>
        <input
          {...controlAttributes(field)}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={valueOf(field)}
          data-amount=""
        />
      </span>
    </Field>
  )
}

export const TextAreaField = ({
  rows = 3,
  maxLength,
  ...field
}: FieldParts & { rows?: number; maxLength?: number }): VNode => (
  <Field {...field}>
    <textarea {...controlAttributes(field)} rows={rows} maxLength={maxLength}>
      {valueOf(field)}
    </textarea>
  </Field>
)

/** A day, or a day with its time, in the account's zone. */
export const DateField = ({
  hasTime = false,
  min,
  max,
  ...field
}: FieldParts & { hasTime?: boolean; min?: string; max?: string }): VNode => (
  <Field {...field}>
    <input
      {...controlAttributes(field)}
      type={hasTime ? 'datetime-local' : 'date'}
      min={min}
      max={max}
      value={valueOf(field)}
    />
  </Field>
)

interface FileParts extends FieldParts {
  locale: PageLocale
  accept: string
  /** With the script larger ones are refused before they are sent. */
  maxBytes?: number
  /** The message for a file that is too large; `{size}` stands for its size. */
  tooLarge?: string
  /** A file was sent with the form that is shown again: it has to be chosen again. */
  wasSent?: boolean
}

/**
 * One file, by choosing; with the script also by dragging and pasting, and in our words: the browser has its own language.
 * On phones `accept` offers the camera.
 */
export const FileField = ({ locale, accept, maxBytes, tooLarge, wasSent = false, ...parts }: FileParts): VNode => {
  const words = componentWords(locale)
  const isWrong = parts.form.faults.some(({ name }) => name === parts.name)
  const field = { ...parts, doubt: wasSent && !isWrong ? words.chooseAgain : null }
  return (
    <Field {...field}>
      <span class="file-box">
        <input
          {...controlAttributes(field)}
          type="file"
          accept={accept}
          data-drop=""
          data-max={maxBytes}
          data-too-large={tooLarge}
        />
        <span class="file-face" aria-hidden="true">
          <UploadIcon />
          <span data-file="" data-none={words.noFile}>
            {words.noFile}
          </span>
          <span class="button small" data-choose={words.chooseFile} data-change={words.changeFile}>
            {words.chooseFile}
          </span>
        </span>
      </span>
    </Field>
  )
}

export const ChooseField = ({ children, ...field }: FieldParts & { children: ComponentChildren }): VNode => (
  <Field {...field}>
    <select {...controlAttributes(field)}>{children}</select>
  </Field>
)

interface BoxParts {
  name: string
  value?: string
  label: string
  /** What follows from it. */
  about?: ComponentChildren
  isOn: boolean
  /** Drawn as a switch: it takes effect when the form is saved. */
  isSwitch?: boolean
}

export const CheckBox = ({ name, value = 'on', label, about, isOn, isSwitch = false }: BoxParts): VNode => (
  <label class={isSwitch ? 'box switch' : 'box'}>
    <input type="checkbox" name={name} value={value} checked={isOn} />
    <span>
      <b>{label}</b>
      {about && <small>{about}</small>}
    </span>
  </label>
)

export interface Choice {
  value: string
  label: string
  /** What follows from it, in one sentence. */
  about?: ComponentChildren
}

interface ChoiceParts {
  legend: string
  name: string
  choices: readonly Choice[]
  /** Null: nothing is chosen beforehand. */
  chosen: string | null
  fault?: string
}

/** Cards of which one is chosen. */
export const ChoiceCards = ({ legend, name, choices, chosen, fault }: ChoiceParts): VNode => (
  <fieldset class={fault ? 'choices wrong' : 'choices'} id={name} aria-describedby={fault && `${name}-fault`}>
    <legend>{legend}</legend>
    {fault && (
      <p class="fault" id={`${name}-fault`}>
        {fault}
      </p>
    )}
    <div>
      {choices.map(({ value, label, about }) => (
        <label class="choice">
          <input type="radio" name={name} value={value} checked={value === chosen} />
          <span>
            <b>{label}</b>
            {about && <small>{about}</small>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

interface FoldParts {
  name: string
  /** What is set now, seen while it is closed. */
  value: ComponentChildren
  /** Open where there is a fault. */
  isOpen?: boolean
  children: ComponentChildren
}

/** A part of a form as one row: name, present value. */
export const Fold = ({ name, value, isOpen = false, children }: FoldParts): VNode => (
  <details class="fold" open={isOpen}>
    <summary>
      <b>{name}</b> <span>{value}</span>
    </summary>
    <div class="stack">{children}</div>
  </details>
)
