interface ResolveContext {
  parentURL?: string
}
type Resolve = (specifier: string, context: ResolveContext) => Promise<{ url: string }>

/**
 * A hook of Node's module loader: a plugin that was only dropped into a folder finds the contract all the same, here.
 * One that brings its own keeps it.
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
