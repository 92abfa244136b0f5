import type { ComponentChildren, VNode } from 'preact'
import { SubmitButton } from '../../web/button.js'
import { type FormView, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { CheckBox } from '../components/fields.js'
import { PasskeyForm } from './passkey-form.js'
import type { SignInWords } from './words.js'

/** Addresses that a page leads to. */
interface Addresses {
  here: string
  options: string
  passkey: string
}

/** A form without a session: its origin is checked, and there is no token to carry. */
export const OutsideForm = ({
  action,
  next,
  children,
}: {
  action: string
  next?: string
  children: ComponentChildren
}): VNode => (
  <form method="post" action={action} class="stack" novalidate>
    {next !== undefined && <input type="hidden" name="next" value={next} />}
    {children}
  </form>
)

export const Refusal = ({ text }: { text: string | null }): VNode | null =>
  text === null ? null : (
    <Notice tone="wrong">
      <p>{text}</p>
    </Notice>
  )

interface SignInParts extends Addresses {
  words: SignInWords['signIn']
  next: string
  email: string
  refusal: string | null
  /** What led here, such as a password that was changed. */
  news: string | null
  forgot: string
  hasPasskeys: boolean
}

export function SignInView({ words, next, email, refusal, news, hasPasskeys, ...at }: SignInParts): VNode {
  const form: FormView = { values: { email }, faults: [] }
  return (
    <div class="stack">
      <h1>{words.title}</h1>
      <Refusal text={refusal} />
      {news !== null && (
        <Notice tone="good">
          <p>{news}</p>
        </Notice>
      )}
      {hasPasskeys && (
        <>
          <PasskeyForm action={at.passkey} options={at.options} label={words.passkey} fields={{ next }} />
          <p class="or for-passkeys">{words.or}</p>
        </>
      )}
      <div class={hasPasskeys ? 'after-passkey' : undefined}>
        <OutsideForm action={at.here} next={next}>
          <TextField
            form={form}
            name="email"
            label={words.email}
            type="email"
            autocomplete="username"
            spellcheck={false}
          />
          <TextField
            form={form}
            name="password"
            label={words.password}
            type="password"
            autocomplete="current-password"
          />
          <SubmitButton kind="first" busy={words.busy} isWide>
            {words.button}
          </SubmitButton>
        </OutsideForm>
      </div>
      <p class="text-row">
        <a href={at.forgot}>{words.forgot}</a>
      </p>
    </div>
  )
}

interface CodeParts extends Addresses {
  words: SignInWords['code']
  button: string
  busy: string
  next: string
  refusal: string | null
  isBackup: boolean
  hasTotp: boolean
  hasPasskey: boolean
  /** The other kind of code. */
  otherHref: string
  trusts: boolean
}

export function CodeView({ words, next, refusal, isBackup, hasTotp, hasPasskey, trusts, ...at }: CodeParts): VNode {
  const form: FormView = { values: {}, faults: [] }
  const about = isBackup ? words.backupAbout : hasTotp ? words.about : words.aboutPasskey
  return (
    <div class="stack">
      <div>
        <h1>{isBackup ? words.backupTitle : words.title}</h1>
        <p class="muted">{about}</p>
      </div>
      <Refusal text={refusal} />
      {hasPasskey && !hasTotp && (
        <PasskeyForm action={at.passkey} options={at.options} label={words.usePasskey} fields={{ next }} />
      )}
      <div class={hasPasskey && !hasTotp ? 'after-passkey' : undefined}>
        <OutsideForm action={at.here} next={next}>
          <div class={isBackup || !hasTotp ? undefined : 'code-field'}>
            <TextField
              form={form}
              name="code"
              label={isBackup || !hasTotp ? words.backupLabel : words.label}
              inputMode={isBackup || !hasTotp ? undefined : 'numeric'}
              autocomplete={isBackup || !hasTotp ? 'off' : 'one-time-code'}
              spellcheck={false}
            />
          </div>
          <CheckBox name="trust" label={words.trust} isOn={trusts} />
          <SubmitButton kind="first" busy={at.busy} isWide>
            {at.button}
          </SubmitButton>
        </OutsideForm>
      </div>
      {hasTotp && (
        <div class="text-row">
          <a href={at.otherHref}>{isBackup ? words.useApp : words.useBackup}</a>
          {hasPasskey && (
            <span class="for-passkeys">
              {' · '}
              <PasskeyForm
                action={at.passkey}
                options={at.options}
                label={words.usePasskey}
                fields={{ next }}
                look="text"
              />
            </span>
          )}
        </div>
      )}
    </div>
  )
}

export function ForgotView({
  words,
  here,
  back,
  label,
  refusal,
}: {
  words: SignInWords['forgot']
  here: string
  back: string
  label: string
  refusal: string | null
}): VNode {
  return (
    <div class="stack">
      <div>
        <h1>{words.title}</h1>
        <p class="muted">{words.about}</p>
      </div>
      <Refusal text={refusal} />
      <OutsideForm action={here}>
        <TextField
          form={{ values: {}, faults: [] }}
          name="email"
          label={label}
          type="email"
          autocomplete="username"
          spellcheck={false}
        />
        <SubmitButton kind="first" busy={words.busy} isWide>
          {words.button}
        </SubmitButton>
      </OutsideForm>
      <p class="text-row">
        <a href={back}>{words.back}</a>
      </p>
    </div>
  )
}

/** A page with a message and one way on. */
export const MessageView = ({
  title,
  children,
  href,
  label,
}: {
  title: string
  children: ComponentChildren
  href: string
  label: string
}): VNode => (
  <div class="stack">
    <h1>{title}</h1>
    <div class="stack near">{children}</div>
    <p>
      <a class="button first wide" href={href}>
        {label}
      </a>
    </p>
  </div>
)
