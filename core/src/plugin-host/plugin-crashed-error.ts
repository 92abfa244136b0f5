/** The process of a plugin ended, or was ended, while it was asked something. Nobody knows what it had done by then. */
export class PluginCrashedError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'PluginCrashedError'
  }
}
