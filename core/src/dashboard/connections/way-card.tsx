import type { VNode } from 'preact'
import type { UrlTest } from '../../connections/test-notification-url.js'
import type { WayConnection, WayToPay } from '../../overview/read-ways-to-pay.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon } from '../../web/icons.js'
import { initialsOf } from '../../web/initials.js'
import { Notice } from '../../web/notice.js'
import { StatusChip } from '../components/chip.js'
import { KeyIcon } from '../components/icons.js'
import { Moment, momentText } from '../components/moment.js'
import { type Fact, Facts } from '../components/timeline.js'
import { FaultsButton, FaultsNotice } from '../simulator/faults-notice.js'
import type { SimulatorState } from '../simulator/simulator-state.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { NotificationAddress, UrlTestNotice } from './notification-address.js'
import { countText, offerText, refusalOf } from './way-texts.js'
import { connectionWords } from './words.js'

/** Below the base. */
export const CONNECTIONS = '/settings/connections'

export interface WayParts {
  visit: Visit
  way: WayToPay
  name: string
  /** The names of the other providers that work. */
  working: readonly string[]
  /** Null: what is connected is not simulated. */
  simulator: SimulatorState | null
  /** The result of a test of a connection's address, just now. */
  tested?: { id: string; test: UrlTest } | undefined
}

/** One provider: what it offers, how it is, and what can be done. */
export function WayCard(parts: WayParts): VNode {
  const { visit, way, name } = parts
  const { connection, former } = way
  return (
    <section class="card way" id={way.provider}>
      <div class="way-head">
        <span class="plate way-mark" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div>
          <h2>{name}</h2>
          <p class="muted small">{offerText(visit.locale, way)}</p>
        </div>
        {connection ? (
          <StatusChip
            of="connection"
            status={connection.sandbox && connection.status === 'active' ? 'sandbox' : connection.status}
            locale={visit.locale}
          />
        ) : (
          <ConnectActs {...parts} />
        )}
      </div>
      <PluginNotice {...parts} />
      {connection && <Connected {...parts} connection={connection} />}
      {former.map((one) => (
        <Former {...parts} connection={one} />
      ))}
    </section>
  )
}

function PluginNotice({ visit, way: { plugin, refusal }, name }: WayParts): VNode | null {
  const words = connectionWords(visit.locale)
  if (plugin && refusal === null) return null
  const { title, then } = plugin ? words.disabled : words.missing
  return (
    <Notice tone="attention">
      <p>
        <b>{title(name)}</b> {then}
      </p>
    </Notice>
  )
}

/** Of a provider that is not connected. */
function ConnectActs({ visit, way }: WayParts): VNode | null {
  const words = connectionWords(visit.locale)
  if (!way.plugin || way.refusal !== null) return null
  return (
    <div class="row">
      {way.plugin.hasSandbox && <SandboxForm visit={visit} provider={way.provider} label={words.connectSimulator} />}
      <ButtonLink isSmall href={connectHref(visit, way.provider)}>
        {words.connect}
      </ButtonLink>
    </div>
  )
}

const SandboxForm = ({
  visit: { base, csrfToken, locale },
  provider,
  label,
  isFirst = false,
}: {
  visit: Visit
  provider: string
  label: string
  isFirst?: boolean
}): VNode => (
  <PostForm action={`${base}${CONNECTIONS}/${provider}/sandbox`} csrfToken={csrfToken}>
    <SubmitButton isSmall kind={isFirst ? 'first' : 'outlined'} busy={connectionWords(locale).connectingSimulator}>
      {label}
    </SubmitButton>
  </PostForm>
)

export const connectHref = ({ base }: Visit, provider: string): string => `${base}${CONNECTIONS}/${provider}/connect`

type ConnectedParts = WayParts & { connection: WayConnection }

function Connected(parts: ConnectedParts): VNode {
  const { visit, way, name, connection, tested } = parts
  const isTested = tested?.id === connection.id
  return (
    <>
      {connection.status === 'error' && <RefusalNotice {...parts} />}
      <FaultsNotice visit={visit} provider={way.provider} state={parts.simulator} />
      <Facts locale={visit.locale} facts={factsOf(parts)} />
      {way.plugin?.hasWebhooks !== false && (
        <NotificationAddress
          visit={visit}
          connectionId={connection.id}
          url={connection.notificationUrl}
          testPath={`${CONNECTIONS}/${connection.id}/test`}
        />
      )}
      {isTested && (
        <UrlTestNotice
          visit={visit}
          name={name}
          test={tested.test}
          isSandbox={connection.sandbox}
          lastNotificationAt={connection.lastNotificationAt}
        />
      )}
      <Acts {...parts} />
    </>
  )
}

function RefusalNotice({ visit, name, connection, working }: ConnectedParts): VNode {
  const words = connectionWords(visit.locale)
  const { what, then, answer } = refusalOf(visit, name, connection, working)
  return (
    <Notice tone="wrong">
      <p>
        <b>{what}</b>
      </p>
      <p>{then.join(' ')}</p>
      {answer !== null && (
        <p class="small">
          {words.error.detail}: “{answer}”
        </p>
      )}
    </Notice>
  )
}

function factsOf({ visit, way, connection }: ConnectedParts): Fact[] {
  const { locale } = visit
  const words = connectionWords(locale)
  const { displayName, externalAccountId, sandbox, lastCheckedAt, lastError, status } = connection
  const timeFormat = timeFormatOf(visit)
  const account = sandbox ? (
    words.facts.simulated
  ) : (
    <>
      {displayName}
      {displayName !== null && externalAccountId !== null && ' · '}
      {externalAccountId !== null && <span class="code">{externalAccountId}</span>}
      {displayName === null && externalAccountId === null && words.facts.unknownAccount}
    </>
  )
  const checked =
    lastCheckedAt === null ? (
      words.never
    ) : (
      <>
        <Moment at={lastCheckedAt} timeFormat={timeFormat} />
        {status === 'active' && `, ${lastError === null ? words.fine : words.notAsked}`}
        {status === 'active' && lastError !== null && (
          <small class="muted way-detail">
            {words.outage.then} {words.error.detail}: “{lastError}”
          </small>
        )}
      </>
    )
  return [
    { label: words.facts.account, value: account },
    { label: words.facts.checked, value: checked },
    { label: words.facts.notifications, value: notificationText(visit, way, connection) },
  ]
}

function notificationText(visit: Visit, { plugin }: WayToPay, connection: WayConnection): string {
  const words = connectionWords(visit.locale)
  if (plugin?.hasWebhooks === false) return words.withoutNotifications
  const { lastNotificationAt, isRegistered, sandbox } = connection
  const registered = sandbox ? words.bySimulator : isRegistered ? words.registered : words.notRegistered
  if (lastNotificationAt === null) return words.noneCame(registered)
  return words.lastCame(registered, momentText(timeFormatOf(visit), lastNotificationAt))
}

function Acts({ visit, way, name, connection, simulator }: ConnectedParts): VNode {
  const { base, csrfToken, locale } = visit
  const words = connectionWords(locale)
  const { id, sandbox, status } = connection
  const isRefused = status === 'error'
  const canConnect = way.plugin !== null && way.refusal === null
  const change = (
    <ButtonLink
      isSmall
      kind={isRefused && !sandbox ? 'first' : 'outlined'}
      icon={KeyIcon}
      href={connectHref(visit, way.provider)}
    >
      {sandbox ? words.ownKeys : isRefused ? words.newKey : words.changeKey}
    </ButtonLink>
  )
  return (
    <div class="row way-acts">
      {isRefused && sandbox && way.plugin?.hasSandbox && (
        <SandboxForm visit={visit} provider={way.provider} label={words.simulatorAgain} isFirst />
      )}
      {isRefused && canConnect && change}
      <PostForm action={`${base}${CONNECTIONS}/${id}/check`} csrfToken={csrfToken}>
        <SubmitButton isSmall icon={AgainIcon} busy={words.checking(name)}>
          {words.check}
        </SubmitButton>
      </PostForm>
      {!isRefused && canConnect && change}
      <FaultsButton visit={visit} provider={way.provider} state={simulator} />
      <ButtonLink isSmall kind="ask" href={`${base}${CONNECTIONS}/${id}/disconnect`}>
        {words.disconnect}
      </ButtonLink>
    </div>
  )
}

/** Replaced or disconnected, and still needed. */
function Former({ visit, connection, tested, name }: ConnectedParts): VNode {
  const { locale } = visit
  const words = connectionWords(locale)
  const { id, displayName, externalAccountId, openPayments, updatedAt, notificationUrl, sandbox } = connection
  const account = sandbox ? words.facts.simulated : (displayName ?? externalAccountId ?? words.facts.unknownAccount)
  return (
    <div class="way-former">
      <p>
        <b>{words.former.title(account)}</b> <StatusChip of="connection" status="disconnected" locale={locale} />
      </p>
      <p class="small">
        {words.former.since(momentText(timeFormatOf(visit), updatedAt))}{' '}
        {words.former.open(countText(locale, openPayments), openPayments === 1)}
        {!sandbox && ` ${words.former.address}`}
      </p>
      {!sandbox && (
        <NotificationAddress
          visit={visit}
          connectionId={id}
          url={notificationUrl}
          testPath={`${CONNECTIONS}/${id}/test`}
        />
      )}
      {tested?.id === id && (
        <UrlTestNotice
          visit={visit}
          name={name}
          test={tested.test}
          isSandbox={sandbox}
          lastNotificationAt={connection.lastNotificationAt}
        />
      )}
    </div>
  )
}
