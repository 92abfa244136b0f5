import type { VNode } from 'preact'
import { ENABLE_PLUGIN } from '../../kernel/operator-commands.js'
import type { ReadPluginUses, UsedPlugin } from '../../overview/read-plugin-uses.js'
import type { ReadPlugins } from '../../plugin-host/read-plugins.js'
import { CheckIcon, WarningIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { Chip } from '../components/chip.js'
import { PlugIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import type { Route } from '../route.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { type PluginWords, pluginWords } from './words.js'

/** A plugin of another author writes these as it likes. */
const MAX_NAME = 80
const MAX_VERSION = 40
const MAX_REASON = 300

/** `/settings/plugins`: what is installed, what it is used for, and what is wrong with it. */
export class PluginPages {
  constructor(
    private readonly uses: ReadPluginUses,
    private readonly plugins: ReadPlugins,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/settings/plugins', permission: 'settings:manage', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const words = pluginWords(visit.locale)
    const installed = await this.uses.run(visit.principal)
    const content = (
      <section class="card full">
        {installed.length === 0 && <EmptyState icon={PlugIcon} title={words.empty} />}
        <ul class="setting-list">
          {installed.map((plugin) => (
            <PluginRow words={words} plugin={plugin} name={this.plugins.nameOf(plugin.id, visit.locale)} />
          ))}
        </ul>
        <p class="setting-note">{words.note}</p>
      </section>
    )
    await showPage(visit, settingsPage({ title: words.title, about: words.about }, content))
  }
}

interface RowParts {
  words: PluginWords
  plugin: UsedPlugin
  name: string
}

const PluginRow = ({ words, plugin, name }: RowParts): VNode => (
  <SettingRow icon={PlugIcon} title={name.slice(0, MAX_NAME)} about={<About words={words} plugin={plugin} />}>
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

function About({ words, plugin }: Omit<RowParts, 'name'>): VNode {
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
          <span>{status === 'disabled' ? words.enable : words.repair}</span>
        </>
      )}
      {status === 'disabled' && <span class="code"> {`${ENABLE_PLUGIN} ${id.slice(0, MAX_NAME)}`}</span>}
    </>
  )
}

function useText({ uses }: PluginWords, { live, test, sendsMail }: UsedPlugin): string {
  if (sendsMail) return uses.mail
  if (live) return test ? uses.both : uses.live
  return test ? uses.test : uses.none
}
