import { entryFor } from '../support/entry.js'

/** The product, as `bin/paylink` runs it, less the look at whether it is built. */
const args = process.argv.slice(2)
const { run } = (await import(entryFor(args))) as { run: (args: string[]) => Promise<void> }
await run(args)
