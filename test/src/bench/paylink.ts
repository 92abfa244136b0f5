import { run } from '@paylink/core/cli/main'

/** The product, as `bin/paylink` runs it, less the look at whether it is built. */
await run(process.argv.slice(2))
