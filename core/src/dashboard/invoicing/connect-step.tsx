import type { VNode } from 'preact'
import type { InvoicingChoice, InvoicingInUse } from '../../invoicing/read-invoicing-setup.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { KeyIcon } from '../components/icons.js'
import { momentText } from '../components/moment.js'
import { NotificationAddress, UrlTestNotice } from '../connections/notification-address.js'
import { connectionWords } from '../connections/words.js'
import { timeBy } from '../payments/payment-sentence.js'
import { FaultsButton, FaultsNotice } from '../simulator/faults-notice.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { INVOICING, type InvoicingParts, Step } from './invoicing-parts.js'
import { invoicingWords } from './words.js'

/** Step 1: the provider that stamps. */
export function ConnectStep(parts: InvoicingParts): VNode {
  const { visit, setup, nameOf } = parts
  const words = invoicingWords(visit.locale).connect
  const { connection, choices } = setup
  if (connection) return <ConnectedStep {...parts} connection={connection} />
  const [first, ...others] = choices
  if (!first)
    return <Step visit={visit} number={1} isDone={false} title={words.title('Facturapi')} about={words.none} />
  return (
    <>
      <Step
        visit={visit}
        number={1}
        isDone={false}
        title={words.title(nameOf(first.provider))}
        about={words.about}
        acts={<ChoiceActs {...parts} choice={first} isFirst />}
      />
      {others.map((choice) => (
        <div class="setting-row">
          <div>
            <b>{nameOf(choice.provider)}</b>
            {choice.origin === 'third-party' && (
              <small>{connectionWords(visit.locale).thirdParty(choice.version)}</small>
            )}
          </div>
          <ChoiceActs {...parts} choice={choice} />
        </div>
      ))}
    </>
  )
}

function ChoiceActs({
  visit,
  choice,
  nameOf,
  isFirst = false,
}: InvoicingParts & { choice: InvoicingChoice; isFirst?: boolean }): VNode {
  const words = invoicingWords(visit.locale).connect
  if (choice.refusal !== null) return <p class="muted small">{words.off(nameOf(choice.provider))}</p>
  return (
    <div class="row">
      <ButtonLink isSmall kind={isFirst ? 'first' : 'outlined'} href={formHref(visit, choice.provider)}>
        {words.button}
      </ButtonLink>
      {choice.hasSandbox && (
        <SandboxForm visit={visit} provider={choice.provider} label={connectionWords(visit.locale).connectSimulator} />
      )}
    </div>
  )
}

const formHref = ({ base }: Visit, provider: string): string => `${base}${INVOICING}/${provider}/connect`

const SandboxForm = ({ visit, provider, label }: { visit: Visit; provider: string; label: string }): VNode => (
  <PostForm action={`${visit.base}${INVOICING}/${provider}/sandbox`} csrfToken={visit.csrfToken}>
    <SubmitButton isSmall busy={connectionWords(visit.locale).connectingSimulator}>
      {label}
    </SubmitButton>
  </PostForm>
)

function ConnectedStep({
  visit,
  setup,
  nameOf,
  connection,
  simulator,
  test,
}: InvoicingParts & { connection: InvoicingInUse }): VNode {
  const { base, csrfToken, locale } = visit
  const words = invoicingWords(locale).connect
  const common = connectionWords(locale)
  const name = nameOf(connection.provider)
  const { status, sandbox } = connection
  const isRefused = status === 'error'
  const choice = setup.choices.find(({ provider }) => provider === connection.provider)
  const mayConnect = choice !== undefined && choice.refusal === null
  const title = sandbox ? words.simulated(name) : words.done(name)
  return (
    <Step visit={visit} number={1} isDone={!isRefused} title={title} about={aboutText(visit, connection, name)}>
      {isRefused && <RefusedNotice visit={visit} connection={connection} name={name} />}
      <FaultsNotice visit={visit} provider={connection.provider} state={simulator} />
      {choice?.refusal !== null && <Notice tone="attention">{words.off(name)}</Notice>}
      <NotificationAddress
        visit={visit}
        connectionId={connection.id}
        url={connection.notificationUrl}
        testPath={`${INVOICING}/test`}
      />
      {test && <UrlTestNotice visit={visit} name={name} test={test} isSandbox={sandbox} />}
      <div class="row way-acts">
        {mayConnect && isRefused && sandbox && choice.hasSandbox && (
          <SandboxForm visit={visit} provider={choice.provider} label={common.simulatorAgain} />
        )}
        {mayConnect && (
          <ButtonLink
            isSmall
            kind={isRefused && !sandbox ? 'first' : 'outlined'}
            icon={KeyIcon}
            href={formHref(visit, choice.provider)}
          >
            {sandbox ? common.ownKeys : isRefused ? common.newKey : common.changeKey}
          </ButtonLink>
        )}
        <PostForm action={`${base}${INVOICING}/check`} csrfToken={csrfToken}>
          <SubmitButton isSmall icon={AgainIcon} busy={common.checking(name)}>
            {common.check}
          </SubmitButton>
        </PostForm>
        <FaultsButton visit={visit} provider={connection.provider} state={simulator} />
      </div>
    </Step>
  )
}

function RefusedNotice({ visit, connection, name }: { visit: Visit; connection: InvoicingInUse; name: string }): VNode {
  const words = invoicingWords(visit.locale).connect
  return (
    <Notice tone="wrong">
      <p>
        <b>{words.refused(name, timeBy(visit, connection.refusedSince ?? visit.now.toISOString()))}</b>
      </p>
      <p>{words.refusedThen}</p>
      {connection.lastError !== null && (
        <p class="small">
          {connectionWords(visit.locale).error.detail}: “{connection.lastError}”
        </p>
      )}
    </Notice>
  )
}

/** Whose account, when it was checked, and how notifications come. */
function aboutText(visit: Visit, connection: InvoicingInUse, name: string): string {
  const words = invoicingWords(visit.locale).connect
  const { displayName, sandbox, status, lastError, lastCheckedAt, isRegistered, issuer } = connection
  const facts = [
    sandbox ? words.simulatedAbout.replace(/\.$/, '') : (displayName ?? ''),
    lastCheckedAt === null ? '' : words.checked(momentText(timeFormatOf(visit), lastCheckedAt)),
  ]
  const sentences = [`${facts.filter((fact) => fact !== '').join(' · ')}.`]
  if (status === 'active' && lastError !== null) sentences.push(words.notAsked(name))
  // It is registered for one issuer.
  if (issuer && !sandbox) sentences.push(isRegistered ? words.registered : words.notRegistered)
  return sentences.join(' ')
}
