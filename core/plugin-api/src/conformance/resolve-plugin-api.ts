interface ResolveContext {
  parentURL?: string
}
type Resolve = (specifier: string, context: ResolveContext) => Promise<{ url: string }>

/** A hook of Node's module loader: who has no `@paylink/plugin-api` of its own gets this one. */
export async function resolve(specifier: string, context: ResolveContext, next: Resolve): Promise<{ url: string }> {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!/^@paylink\/plugin-api(\/|$)/.test(specifier)) throw error
    return next(specifier, { ...context, parentURL: import.meta.url })
  }
}
