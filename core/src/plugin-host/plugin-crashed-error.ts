/** The process of a plugin ended during a call. What the call had done by then is unknown. */
export class PluginCrashedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PluginCrashedError'
  }
}

/** The process could not be started, so the call never began. */
export class PluginNotStartedError extends PluginCrashedError {}
