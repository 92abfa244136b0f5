import { register } from 'node:module'

register('./mutation-hooks.js', import.meta.url)

/** A module of the simulation in a world of its own, in which one place of the product's build is changed. */
export const mutated = async <Module>(script: string, mutant: string): Promise<Module> =>
  (await import(`./${script}?mutant=${encodeURIComponent(mutant)}`)) as Module
