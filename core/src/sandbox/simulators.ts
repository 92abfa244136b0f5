import type { Settings } from '@paylink/config'
import type { SimulatorContext } from '@paylink/plugin-api'
import type { Clock } from '../kernel/clock.js'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import type { InstalledSimulator } from '../plugin-host/installed-plugin.js'
import type { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { SimulatedNotifications } from './simulated-notifications.js'

/** The simulators of the installed plugins, and the context that they are called with. */
export class Simulators {
  constructor(
    private readonly plugins: Plugins,
    private readonly entries: PluginEntries,
    private readonly notifications: SimulatedNotifications,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly settings: Settings,
  ) {}

  /** Undefined also if the sandbox is off. */
  find(provider: string): InstalledSimulator | undefined {
    const plugin = this.settings.sandbox ? this.plugins.find(provider)?.plugin : undefined
    return plugin && 'simulator' in plugin ? plugin.simulator : undefined
  }

  contextOf(provider: string, locale: SimulatorContext['locale']): SimulatorContext {
    return {
      store: this.entries.storeOf(`sandbox:${provider}`),
      pageBase: `${this.settings.baseUrl}/sandbox/${provider}`,
      locale,
      now: () => this.clock.now(),
      randomId: (length) => randomText(this.random, BASE36, length),
      notify: (notification) => this.notifications.send(provider, notification),
    }
  }
}
