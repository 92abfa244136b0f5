interface ResolveContext {
  parentURL?: string
}
type Resolve = (specifier: string, context: ResolveContext) => Promise<{ url: string }>

/**
 * A hook of Node's module loader that resolves the contract to this package for a plugin that does not bring its own.
 */
export async function resolve(specifier: string, context: ResolveContext, next: Resolve): Promise<{ url: string }> {
  try {
    return await next(specifier, context)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !/^@paylink\/plugin-api(\/|$)/.test(specifier)) throw error
    return next(specifier, { ...context, parentURL: import.meta.url })
  }
}
