import { register } from 'node:module'

register('./mutation-hooks.js', import.meta.url)

/** Imports a module of the simulation with its own copy of the product, in which a seeded bug is. */
export const mutated = async <Module>(script: string, mutant: string): Promise<Module> =>
  (await import(`./${script}?mutant=${encodeURIComponent(mutant)}`)) as Module
