import { writePages } from './pages.js'

/** Writes `docs/reference` anew, from the code. */
process.stdout.write(`Wrote ${(await writePages()).join(', ')}\n`)
