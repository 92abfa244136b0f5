import { breakingChanges } from './compare-contracts.js'
import { currentContract, release, RELEASED, releasedContract } from './released.js'

/** `--release` stores the current contract as the released one. Otherwise exits with 1 if it breaks clients of that. */
const [option, ...others] = process.argv.slice(2)
if (others.length > 0 || (option !== undefined && option !== '--release')) {
  process.stderr.write('usage: npm run contract [-- --release]\n')
  process.exit(2)
}
if (option === '--release') {
  release()
  process.stdout.write(`Wrote ${RELEASED}\n`)
} else {
  const breaks = breakingChanges(releasedContract(), currentContract())
  for (const change of breaks) process.stdout.write(`${change}\n`)
  process.stdout.write(breaks.length === 0 ? 'compatible with the released contract\n' : `${breaks.length} breaking\n`)
  process.exitCode = breaks.length === 0 ? 0 : 1
}
