import type { VNode } from 'preact'
import type { Problem } from '../../kernel/problem.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, TextField } from '../../web/form.js'
import { RightIcon } from '../components/icons.js'
import type { SignInWords } from './words.js'

export interface PersonFormParts {
  words: SignInWords
  action: string
  /** Where the script asks what a new passkey has to sign. */
  options: string
  hasPasskeys: boolean
  values: Readonly<Record<string, string>>
  faults: readonly FormFault[]
  /** Null: the person enters it. */
  email: string | null
  passkeyLabel: string
  passkeyAbout: string
  button: string
  busy: string
}

/** The box that the script looks at. */
const BOX = 'with_passkey'

/** How a new person will sign in: name, e-mail, password, and a passkey at once where the browser can. */
export function PersonForm({
  words,
  action,
  options,
  hasPasskeys,
  values,
  faults,
  email,
  ...parts
}: PersonFormParts): VNode {
  const form = { values, faults }
  return (
    <form
      method="post"
      action={action}
      class="stack"
      novalidate
      data-passkey={hasPasskeys ? 'create' : undefined}
      data-passkey-if={BOX}
      data-options={options}
    >
      {faults.length > 0 && <FaultSummary title={words.faults.title} faults={faults} />}
      <input type="hidden" name="passkey" value="" />
      <TextField form={form} name="name" label={words.invitation.name} autocomplete="name" />
      {email === null ? (
        <TextField
          form={form}
          name="email"
          type="email"
          label={words.signIn.email}
          autocomplete="username"
          spellcheck={false}
        />
      ) : (
        <div class="field">
          <b class="small">{words.signIn.email}</b>
          <p>{email}</p>
        </div>
      )}
      <TextField
        form={form}
        name="password"
        type="password"
        label={words.signIn.password}
        hint={words.reset.hint}
        autocomplete="new-password"
      />
      {hasPasskeys && (
        <label class="box for-passkeys">
          <input type="checkbox" name={BOX} value="on" checked={values[BOX] !== undefined} />
          <span>
            <b>{parts.passkeyLabel}</b>
            <small>{parts.passkeyAbout}</small>
          </span>
        </label>
      )}
      <SubmitButton kind="first" busy={parts.busy} isWide>
        {parts.button}
        <RightIcon />
      </SubmitButton>
    </form>
  )
}

/** What was wrong with the form, in the words of the page. */
export function personFaults({ errors = [] }: Problem, { faults }: SignInWords): FormFault[] {
  return errors.map(({ path, message }) => {
    if (path === 'email' && message.startsWith('already')) return { name: path, text: faults.emailTaken }
    const texts: Record<string, string> = faults
    return { name: path, text: texts[path] ?? message }
  })
}
