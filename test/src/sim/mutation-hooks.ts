import type { LoadHook, ResolveHook } from 'node:module'
import { builtAt, MUTANTS, withBug } from './mutants.js'

const mutantOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') ? new URL(url).searchParams.get('mutant') : null

/** Modules imported by a mutant's module are the mutant's own copies, third-party packages excepted. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context)
  const mutant = mutantOf(context.parentURL)
  const isOurs = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/')
  if (mutant === null || !isOurs) return resolved
  const url = new URL(resolved.url)
  url.searchParams.set('mutant', mutant)
  return { ...resolved, url: url.href }
}

/** Serves the mutant's module with the bug in it; no file is touched. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  const name = mutantOf(url)
  if (name === null) return loaded
  const mutant = MUTANTS.find((known) => known.name === name)
  if (!mutant) throw new Error(`no mutant is called ${name}`)
  if (new URL(url).pathname.split('/core/dist/')[1] !== builtAt(mutant)) return loaded
  return { ...loaded, source: withBug(mutant, new TextDecoder().decode(loaded.source as Uint8Array)) }
}
