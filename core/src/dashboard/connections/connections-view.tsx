import type { ComponentChildren, VNode } from 'preact'
import type { UrlTest } from '../../connections/test-notification-url.js'
import type { WayToPay } from '../../overview/read-ways-to-pay.js'
import { textIn } from '../../plugin-host/provider-name.js'
import { Notice } from '../../web/notice.js'
import type { FramedPage } from '../framed-page.js'
import { PageHead } from '../components/page-head.js'
import { providerFormWords } from '../provider-form/words.js'
import type { SimulatorState } from '../simulator/simulator-state.js'
import type { Visit } from '../visit.js'
import { WayCard } from './way-card.js'
import { connectionWords } from './words.js'

interface ViewParts {
  visit: Visit
  ways: readonly WayToPay[]
  nameOf: (provider: string) => string
  /** Of the providers that are simulated. */
  simulators: ReadonlyMap<string, SimulatorState>
  notice?: VNode | null | undefined
  tested?: { id: string; test: UrlTest } | undefined
}

/** All providers of one mode. */
export function connectionsView({ visit, ways, nameOf, simulators, notice, tested }: ViewParts): FramedPage {
  const words = connectionWords(visit.locale)
  const isWorking = ({ connection, plugin, refusal }: WayToPay): boolean =>
    connection?.status === 'active' && plugin !== null && refusal === null
  const working = ways.filter(isWorking).map(({ provider }) => provider)
  const content = (
    <>
      <PageHead title={words.title} about={words.about} />
      {notice}
      <div class="stack">
        {ways.map((way) => (
          <WayCard
            visit={visit}
            way={way}
            name={nameOf(way.provider)}
            working={working.filter((provider) => provider !== way.provider).map(nameOf)}
            simulator={simulators.get(way.provider) ?? null}
            tested={tested}
          />
        ))}
        {ways.length === 0 && <p class="card muted">{words.none}</p>}
        <p class="muted small">
          {words.missingOne}{' '}
          {visit.hasPage('/settings/plugins') ? (
            <a href={`${visit.base}/settings/plugins`}>{words.addPlugin}</a>
          ) : (
            words.addPluginByCommand
          )}
        </p>
      </div>
    </>
  )
  return { title: words.title, section: 'settings', content }
}

interface NoticeParts {
  visit: Visit
  ways: readonly WayToPay[]
  nameOf: (provider: string) => string
}

/** What the act before has done, from what is stored now: a page that is loaded again tells the truth. */
export function noticeOf({ visit, ways, nameOf }: NoticeParts): VNode | null {
  const { query } = visit.request
  const words = connectionWords(visit.locale).done
  const connected = ways.find(({ provider }) => provider === query['connected'])
  if (connected?.connection) return connectedNotice(visit, connected, nameOf(connected.provider))
  const disconnected = ways.find(({ provider }) => provider === query['disconnected'])
  if (disconnected && !disconnected.connection) return good(words.disconnected(nameOf(disconnected.provider)))
  const checked = ways.find(({ connection }) => connection !== null && connection.id === query['checked'])
  if (!checked?.connection) return null
  const name = nameOf(checked.provider)
  const { status, lastError } = checked.connection
  if (status === 'error') return <Notice tone="wrong">{words.refused(name)}</Notice>
  return lastError === null ? good(words.good(name)) : <Notice tone="attention">{words.unknown(name)}</Notice>
}

const good = (children: ComponentChildren): VNode => <Notice tone="good">{children}</Notice>

function connectedNotice(visit: Visit, { connection, plugin }: WayToPay, name: string): VNode {
  const { locale } = visit
  const words = connectionWords(locale).done
  if (connection?.sandbox) return good(words.sandbox(name))
  const title = <b>{words.connected(name)}</b>
  if (plugin?.hasWebhooks === false) {
    return good(
      <p>
        {title} {words.noWebhooks}
      </p>,
    )
  }
  if (connection?.isRegistered) {
    return good(
      <p>
        {title} {words.registered}
      </p>,
    )
  }
  const docs = plugin?.docsUrl === undefined ? null : textIn(plugin.docsUrl, locale)
  return (
    <Notice tone="attention">
      <p>
        {title} {words.toRegister(name)}
      </p>
      <p class="code">{connection?.notificationUrl}</p>
      {docs !== null && /^https?:/.test(docs) && (
        <p>
          <a href={docs} target="_blank" rel="noopener noreferrer">
            {providerFormWords(locale).where}
          </a>
        </p>
      )}
    </Notice>
  )
}
