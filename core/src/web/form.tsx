import type { ComponentChildren, VNode } from 'preact'
import type { Problem } from '../kernel/problem.js'
import { CSRF_FIELD } from './csrf-guard.js'
import { WarningIcon } from './icons.js'

/** A form as it is shown: what was typed is always kept. */
export interface FormView<Name extends string = string> {
  values: Readonly<Partial<Record<Name, string>>>
  faults: readonly FormFault<Name>[]
}

export interface FormFault<Name extends string = string> {
  name: Name
  /** What is wrong, and how to correct it. */
  text: string
}

/** The faults of a refused request, for the fields of its form: they have the names of the paths. */
export const faultsOfProblem = ({ errors = [] }: Problem): FormFault[] =>
  errors.map(({ path, message }) => ({ name: path, text: message }))

/** The hidden field that carries the idempotency key: a form that is sent twice acts once. */
export const KEY_FIELD = 'key'

interface PostFormParts {
  action: string
  csrfToken: string
  /** The idempotency key, new for each form that is shown. */
  formKey?: string
  /** The form has a file. */
  hasFile?: boolean
  id?: string
  /** Total and preview follow what is typed. */
  live?: boolean
  children: ComponentChildren
}

/** A form of a person who is signed in. */
export const PostForm = ({ action, csrfToken, formKey, hasFile, id, live, children }: PostFormParts): VNode => (
  <form
    id={id}
    method="post"
    action={action}
    enctype={hasFile ? 'multipart/form-data' : undefined}
    data-live={live ? '' : undefined}
    novalidate
    hx-boost="true"
  >
    <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
    {formKey !== undefined && <input type="hidden" name={KEY_FIELD} value={formKey} />}
    {children}
  </form>
)

/** On top of a form that was refused; takes the focus. Each fault is a link to its field. */
export function FaultSummary({
  title,
  faults,
  children,
}: {
  title: string
  faults: readonly FormFault[]
  children?: ComponentChildren
}): VNode {
  return (
    <div class="notice wrong" role="alert" id="faults" tabIndex={-1} autofocus>
      <WarningIcon />
      <div>
        <h2>{title}</h2>
        {faults.length > 0 && (
          <ul>
            {faults.map(({ name, text }) => (
              <li>
                <a href={`#${name}`}>{text}</a>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  )
}

export interface FieldParts {
  form: FormView
  name: string
  label: string
  /** Behind the label of a field that may stay empty; others say nothing. */
  optionalWord?: string
  hint?: string
  /** Something to check that does not stop the form. */
  doubt?: string | null
}

export type InputParts = FieldParts & {
  type?: 'text' | 'email' | 'password'
  pattern?: string
  inputMode?: 'numeric' | 'decimal'
  autocomplete?: string
  autocapitalize?: 'characters'
  spellcheck?: boolean
  isOptional?: boolean
}

export function TextField({
  form,
  name,
  label,
  optionalWord,
  hint,
  doubt,
  type = 'text',
  isOptional = false,
  ...rest
}: InputParts): VNode {
  const field = { form, name, label, optionalWord, hint, doubt }
  const attributes: Record<string, string> = { ...controlAttributes(field), type }
  return (
    <Field {...field}>
      <input {...attributes} value={form.values[name] ?? ''} required={!isOptional} {...rest} />
    </Field>
  )
}

/** @param children its options */
export function SelectField({
  placeholder,
  children,
  ...field
}: FieldParts & { placeholder: string; children: ComponentChildren }): VNode {
  return (
    <Field {...field}>
      <select required {...controlAttributes(field)}>
        <option value="">{placeholder}</option>
        {children}
      </select>
    </Field>
  )
}

/** Label, hint, fault and control, in reading order. */
export function Field({
  form,
  name,
  label,
  optionalWord,
  hint,
  doubt,
  children,
}: FieldParts & { children: ComponentChildren }): VNode {
  const fault = form.faults.find((found) => found.name === name)
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={name}>
        {label}
        {optionalWord && <span class="muted"> ({optionalWord})</span>}
      </label>
      {hint && (
        <p class="muted small" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${name}-fault`}>
          {fault.text}
        </p>
      )}
      {doubt && (
        <p class="doubt" id={`${name}-doubt`}>
          {doubt}
        </p>
      )}
      {children}
    </div>
  )
}

/** The attributes that link a control to its hint and its fault. */
export function controlAttributes({ form, name, hint, doubt }: FieldParts): Record<string, string> {
  const isWrong = form.faults.some((fault) => fault.name === name)
  const described = [isWrong && 'fault', doubt && 'doubt', hint && 'hint'].filter(Boolean)
  return {
    ...{ id: name, name },
    ...(described.length > 0 && { 'aria-describedby': described.map((word) => `${name}-${word}`).join(' ') }),
    ...(isWrong && { 'aria-invalid': 'true' }),
  }
}
