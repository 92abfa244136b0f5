import type { VNode } from 'preact'
import type { ReadAccount } from '../../accounts/read-account.js'
import { ENABLE_PLUGIN } from '../../kernel/operator-commands.js'
import type { ReadPluginUses, UsedPlugin } from '../../overview/read-plugin-uses.js'
import { notFound } from '../../kernel/problem.js'
import { NotDisabledError, type PluginHealth } from '../../plugin-host/plugin-health.js'
import type { ReadPlugins } from '../../plugin-host/read-plugins.js'
import { SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { CheckIcon, WarningIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { Chip } from '../components/chip.js'
import { PlugIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import type { Route } from '../route.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import { may, parameter, type Visit } from '../visit.js'
import { type PluginWords, pluginWords } from './words.js'

/** A plugin of another author writes these as it likes. */
const MAX_NAME = 80
const MAX_VERSION = 40
const MAX_REASON = 300

/** Below the base. */
const PLUGINS = '/settings/plugins'

/** `/settings/plugins`: what is installed, what it is used for, and what is wrong with it. */
export class PluginPages {
  constructor(
    private readonly uses: ReadPluginUses,
    private readonly plugins: ReadPlugins,
    private readonly health: PluginHealth,
    private readonly accounts: ReadAccount,
  ) {}

  routes(): Route[] {
    return [
      { method: 'get', path: PLUGINS, permission: 'settings:manage', answer: this.show },
      {
        ...{ method: 'post', path: `${PLUGINS}/:id/enable`, permission: 'account:manage', confirms: true },
        ...{ formAt: PLUGINS, answer: this.enable },
      },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const words = pluginWords(visit.locale)
    const [installed, mayEnable] = await Promise.all([this.uses.run(visit.principal), this.mayEnable(visit)])
    const enabled = installed.find(({ id, status }) => status === 'active' && id === visit.request.query['enabled'])
    const nameOf = ({ id }: UsedPlugin): string => this.plugins.nameOf(id, visit.locale).slice(0, MAX_NAME)
    const content = (
      <>
        {enabled && (
          <Notice tone="good">
            <p>{words.enabled(nameOf(enabled))}</p>
          </Notice>
        )}
        <section class="card full">
          {installed.length === 0 && <EmptyState icon={PlugIcon} title={words.empty} />}
          <ul class="setting-list">
            {installed.map((plugin) => (
              <PluginRow {...{ visit, words, plugin, mayEnable }} name={nameOf(plugin)} />
            ))}
          </ul>
          <p class="setting-note">{words.note}</p>
        </section>
      </>
    )
    await showPage(visit, settingsPage({ title: words.title, about: words.about }, content))
  }

  /** A plugin serves all accounts, so only an owner of the one that the installation was set up for switches it on. */
  private async mayEnable(visit: Visit): Promise<boolean> {
    return may(visit, 'account:manage') && (await this.accounts.isFirst(visit.account.id))
  }

  private readonly enable = async (visit: Visit): Promise<void> => {
    const id = parameter(visit, 'id')
    const found = (await this.plugins.list()).some((plugin) => plugin.id === id)
    if (!found || !(await this.mayEnable(visit))) throw notFound('plugin')
    try {
      await this.health.enable(id, visit.principal)
    } catch (error) {
      if (!(error instanceof NotDisabledError)) throw error
    }
    redirect(visit, `${PLUGINS}?${new URLSearchParams({ enabled: id })}`)
  }
}

interface RowParts {
  visit: Visit
  words: PluginWords
  plugin: UsedPlugin
  name: string
  mayEnable: boolean
}

const PluginRow = ({ visit, words, plugin, name, mayEnable }: RowParts): VNode => (
  <SettingRow
    icon={PlugIcon}
    title={name}
    about={<About words={words} plugin={plugin} mayEnable={mayEnable && plugin.status === 'disabled'} />}
  >
    {mayEnable && plugin.status === 'disabled' && (
      <PostForm action={`${visit.base}${PLUGINS}/${encodeURIComponent(plugin.id)}/enable`} csrfToken={visit.csrfToken}>
        <SubmitButton isSmall busy={words.enabling}>
          {words.enableAgain}
        </SubmitButton>
      </PostForm>
    )}
    {plugin.status === 'active' ? (
      <Chip tone="green" icon={CheckIcon}>
        {words.states.active}
      </Chip>
    ) : (
      <Chip tone="red" icon={WarningIcon}>
        {words.states[plugin.status]}
      </Chip>
    )}
  </SettingRow>
)

function About({ words, plugin, mayEnable }: Pick<RowParts, 'words' | 'plugin' | 'mayEnable'>): VNode {
  const { kind, version, origin, status, reason, id } = plugin
  const isBuiltIn = origin === 'built-in'
  const facts = [
    words.kinds[kind] ?? words.otherKind,
    words.version(version.slice(0, MAX_VERSION)),
    isBuiltIn ? words.builtIn : `${words.thirdParty}. ${words.noCertificate}`,
  ]
  return (
    <>
      <span>{facts.join(' · ')}</span>
      <br />
      <span>{useText(words, plugin)}</span>
      {reason !== null && (
        <>
          <br />
          <span>{words.reason(reason.slice(0, MAX_REASON))}</span>
        </>
      )}
      {status !== 'active' && (
        <>
          <br />
          <span>{mayEnable ? words.mayEnable : status === 'disabled' ? words.enable : words.repair}</span>
        </>
      )}
      {status === 'disabled' && !mayEnable && <span class="code"> {`${ENABLE_PLUGIN} ${id.slice(0, MAX_NAME)}`}</span>}
    </>
  )
}

function useText({ uses }: PluginWords, { live, test, sendsMail }: UsedPlugin): string {
  if (sendsMail) return uses.mail
  if (live) return test ? uses.both : uses.live
  return test ? uses.test : uses.none
}
