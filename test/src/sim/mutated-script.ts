import { mutated } from './mutation.js'

/** Runs a script of the simulation with a seeded bug: its argument, the script, the mutant. */
const [, , , script = '', mutant = ''] = process.argv
await mutated(script, mutant)
