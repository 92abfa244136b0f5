import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { chance } from './chance.js'
import { COMMANDS, killCommandAt, stopRunning } from './commands.js'
import { hasStrace, TO_INSTALL } from './strace.js'

const SEED = Number(process.env['SEED'] ?? 1)
/** Each command writes to files or sockets so often. */
const MAX_WRITES = 40

/** One point of each; `npm run kills -- --exhaustive` tries them all. */
describe('a command that is killed at a syscall, and repeated (I30, I53)', () => {
  if (!hasStrace()) {
    it(`was not tried: ${TO_INSTALL}`)
    return
  }
  after(() => stopRunning())

  const next = chance(SEED)
  for (const [index, command] of COMMANDS.entries()) {
    // Every other one, to save time.
    const engine = ENGINES[index % ENGINES.length] ?? 'sqlite'
    it(`${command.name} on ${engine}, seed ${SEED}`, async () => {
      let wasKilled = false
      for (let most = MAX_WRITES; !wasKilled && most >= 1; most /= 2) {
        const count = 1 + Math.floor(next() * most)
        for (const syscall of ['pwrite64', 'write'])
          wasKilled ||= await killCommandAt(command, engine, { syscall, count })
      }
      expect(wasKilled).to.equal(true)
    })
  }
})
