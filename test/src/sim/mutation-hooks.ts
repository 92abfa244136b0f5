import type { LoadHook } from 'node:module'
import { MUTANTS } from './mutants.js'

const mutant = MUTANTS.find(({ name }) => name === process.env['SIM_MUTANT'])
if (!mutant) throw new Error(`no mutant is called ${process.env['SIM_MUTANT']}`)

/** Hands out the build with one place changed; no file is touched. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  const file = new URL(url).pathname.split('/core/dist/')[1]
  if (file !== mutant.file) return loaded
  const source = new TextDecoder().decode(loaded.source as Uint8Array)
  if (source.split(mutant.from).length !== 2) throw new Error(`${mutant.name}: ${file} does not hold the text once`)
  return { ...loaded, source: source.replace(mutant.from, () => mutant.to) }
}
