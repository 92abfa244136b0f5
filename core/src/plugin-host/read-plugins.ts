import type { I18n } from '@paylink/plugin-api'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { PluginStates } from './plugin-states.repository.js'
import type { PluginListing, Plugins } from './registry.js'

/** The installed plugins, and why one is not in use. */
export class ReadPlugins {
  constructor(
    private readonly plugins: Plugins,
    private readonly states: PluginStates,
  ) {}

  async list(): Promise<PluginListing[]> {
    return this.plugins.list(await this.states.disabled())
  }

  /** As the plugin calls itself; its id where it could not be loaded. */
  nameOf(id: string, locale: PageLocale): string {
    const name: I18n = this.plugins.find(id)?.plugin.manifest.name ?? id
    return typeof name === 'string' ? name : locale === 'en' ? name.en : name.es
  }
}
