import * as loader from 'node:module'

interface Context {
  parentURL?: string
}
type Next = (specifier: string, context: Context) => { url: string }
type RegisterHooks = (hooks: { resolve(specifier: string, context: Context, next: Next): { url: string } }) => void

/**
 * Lets a plugin that was only dropped into a folder import the contract from here; one that brings its own keeps it.
 * Node 20 has hooks in a thread of their own only, which a plugin's process may not start: there, the link beside the
 * plugins serves (`linkContract`).
 */
export function findContract(): void {
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
