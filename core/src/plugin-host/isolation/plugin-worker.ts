import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { FoundPlugin } from '../discover.js'
import { truncated } from '../fields.js'
import type { PluginKind } from '../installed-plugin.js'
import { PluginNotStartedError } from '../plugin-crashed-error.js'
import type { Call, PluginDescription } from './messages.js'
import { PluginProcess, type PortTable, type ProcessHost } from './plugin-process.js'

export interface WorkerHost extends ProcessHost {
  /** The process of a loaded plugin ended by itself or had to be killed. */
  onCrash(plugin: FoundPlugin, reason: string): Promise<void>
}

/** A plugin in a process of its own. After the process has ended, the next call starts another. */
export class PluginWorker {
  /** As the module loader names the plugin's folder. */
  private readonly folderUrl: string
  private current: PluginProcess | null = null
  private wasOpened = false
  private isClosed = false

  constructor(
    private readonly found: FoundPlugin,
    private readonly kind: PluginKind,
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

  /** `graceMs`: how long it may still answer after `signal`. @throws PluginCrashedError the process ended during the call @throws Error what the plugin threw, rebuilt from its shape */
  async call(call: Call, ports: PortTable, signal: AbortSignal, graceMs = 0): Promise<unknown> {
    if (this.isClosed) throw new PluginNotStartedError('the appliance is stopping')
    const current = this.current ?? this.start()
    await current.opened.catch((error: unknown) => {
      throw new PluginNotStartedError(error instanceof Error ? error.message : String(error))
    })
    if (signal.aborted) throw new PluginNotStartedError('it took too long to start')
    return current.call(call, ports, signal, graceMs)
  }

  /** Ends the process; a later call starts another. */
  async stop(reason: string): Promise<void> {
    const { current } = this
    this.current = null
    await current?.end(reason)
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.stop('the appliance is stopping')
  }

  private start(): PluginProcess {
    const { id, main, folder } = this.found
    const what = { kind: this.kind, main, folder, folderUrl: this.folderUrl }
    const started = new PluginProcess(id, what, this.host)
    this.current = started
    void started.ended.then((reason) => this.handleEnd(started, truncated(reason)))
    return started
  }

  private async handleEnd(ended: PluginProcess, reason: string): Promise<void> {
    const wasCurrent = this.current === ended
    if (wasCurrent) this.current = null
    try {
      // Recorded before the callers are rejected, so that a retry already sees a plugin that is disabled.
      if (wasCurrent && this.wasOpened) await this.host.onCrash(this.found, reason)
    } catch (error) {
      this.host.log.error({ err: error, plugin: this.found.id }, 'could not record the crash of a plugin')
    } finally {
      ended.failAll(reason)
    }
  }
}
