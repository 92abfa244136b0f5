import * as loader from 'node:module'

interface Context {
  parentURL?: string
}
type Next = (specifier: string, context: Context) => { url: string }
type RegisterHooks = (hooks: { resolve(specifier: string, context: Context, next: Next): { url: string } }) => void

/**
 * Resolves the contract to ours for a plugin that does not bring its own. Node 20 runs hooks only in a separate thread,
 * which a plugin's process may not start; there the link made by `linkContract` serves.
 */
export function resolveContract(): void {
  const { registerHooks } = loader as unknown as { registerHooks?: RegisterHooks }
  registerHooks?.({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
        if (!isMissing || !/^@paylink\/plugin-api(\/|$)/.test(specifier)) throw error
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
  })
}
