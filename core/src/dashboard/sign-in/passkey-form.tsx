import type { VNode } from 'preact'
import { SubmitButton } from '../../web/button.js'
import { CSRF_FIELD } from '../../web/csrf-guard.js'
import { FingerprintIcon } from '../components/icons.js'

interface PasskeyFormParts {
  action: string
  /** Where the script asks what the passkey has to sign. */
  options: string
  label: string
  /** Other fields, such as where to go on. */
  fields?: Readonly<Record<string, string>>
  csrfToken?: string
  look?: 'first' | 'text'
}

/** Proves by a passkey who it is. The script shows it where the browser can, and fills it in. */
export const PasskeyForm = ({
  action,
  options,
  label,
  fields = {},
  csrfToken,
  look = 'first',
}: PasskeyFormParts): VNode => (
  <form method="post" action={action} class="for-passkeys" data-passkey="get" data-options={options}>
    {csrfToken !== undefined && <input type="hidden" name={CSRF_FIELD} value={csrfToken} />}
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <input type="hidden" name="passkey" value="" />
    {look === 'text' ? (
      <button type="submit" class="text-button">
        {label}
      </button>
    ) : (
      <SubmitButton kind="first" icon={FingerprintIcon} isWide>
        {label}
      </SubmitButton>
    )}
  </form>
)

/** What the script put into the field; undefined: nothing, or no JSON. */
export function passkeyIn(fields: Readonly<Record<string, string>>): unknown {
  try {
    return JSON.parse(fields['passkey'] ?? '') as unknown
  } catch {
    return undefined
  }
}
