import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { FoundPlugin } from '../discover.js'
import { inShort } from '../fields.js'
import { PluginCrashedError } from '../plugin-crashed-error.js'
import type { Call, PluginDescription } from './messages.js'
import { PluginProcess, type PortTable, type ProcessHost } from './plugin-process.js'

export interface WorkerHost extends ProcessHost {
  /** The process of a plugin that had been loaded ended by itself, or had to be ended. */
  crashed(plugin: FoundPlugin, why: string): Promise<void>
}

/** A plugin in a process of its own. When the process ends, the next call starts another. */
export class PluginWorker {
  /** As the loader of modules names it. */
  private readonly folderUrl: string
  private current: PluginProcess | null = null
  private wasOpened = false
  private isClosed = false

  constructor(
    private readonly found: FoundPlugin,
    private readonly host: WorkerHost,
  ) {
    this.folderUrl = pathToFileURL(realpathSync(found.folder)).href
  }

  /** @throws PluginCrashedError it does not load */
  async open(): Promise<PluginDescription> {
    const description = await this.start().opened
    this.wasOpened = true
    return description
  }

  /** @throws PluginCrashedError the process ended meanwhile @throws Error what the plugin threw, by its shape */
  async call(call: Call, ports: PortTable, signal: AbortSignal): Promise<unknown> {
    if (this.isClosed) throw new PluginCrashedError('the appliance is stopping')
    const current = this.current ?? this.start()
    await current.opened
    if (signal.aborted) throw new PluginCrashedError('it took too long to start')
    return current.call(call, ports, signal)
  }

  /** Ends the process; a later call starts another. */
  async rest(why: string): Promise<void> {
    const { current } = this
    this.current = null
    await current?.end(why)
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.rest('the appliance is stopping')
  }

  private start(): PluginProcess {
    const { id, main, folder } = this.found
    const started = new PluginProcess(id, { main, folder, folderUrl: this.folderUrl }, this.host)
    this.current = started
    void started.ended.then((why) => this.mourn(started, inShort(why)))
    return started
  }

  private async mourn(dead: PluginProcess, why: string): Promise<void> {
    const wasOurs = this.current === dead
    if (wasOurs) this.current = null
    try {
      // First written down, so that whoever asked does not ask again too soon.
      if (wasOurs && this.wasOpened) await this.host.crashed(this.found, why)
    } catch (error) {
      this.host.log.error({ err: error, plugin: this.found.id }, 'could not write down that a plugin crashed')
    } finally {
      dead.failAll(why)
    }
  }
}
