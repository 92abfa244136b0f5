import { EXCHANGES, expectNothingWithoutSecret, SECRET } from './exchanges.js'
import { CompiledPrograms, OTHER_PROGRAMS, VARIANTS } from './programs.js'
import { type Program, Receiver } from './receiver.js'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns how many exchanges went wrong; all of them if the receiver could not be run. */
async function drive(program: Program): Promise<number> {
  const count = Object.keys(EXCHANGES).length + 1
  let failed = 0
  const attempt = async (title: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      failed++
      say(`${program.language}: FAILED: ${title}: ${reason(error)}`)
    }
  }
  let receiver: Receiver
  try {
    receiver = await Receiver.start(program, SECRET)
  } catch (error) {
    say(`${program.language}: COULD NOT BE RUN: ${reason(error)}`)
    return count
  }
  for (const [title, exchange] of Object.entries(EXCHANGES)) await attempt(title, () => exchange(receiver))
  await receiver.stop()
  await attempt('takes nothing without a secret', () => expectNothingWithoutSecret(program))
  say(`${program.language}: ${count - failed} of ${count} as they must be`)
  return failed
}

// What was started has its end with the process, so an interrupted one must end in order.
process.once('SIGINT', () => process.exit(130))

/** Every receiver of docs/webhooks.md. One that could not be run is a failure, not something left out. */
const compiled = new CompiledPrograms()
let failed = 0
try {
  compiled.compile()
  for (const program of [...VARIANTS.map((one) => compiled.program(one)), ...OTHER_PROGRAMS]) {
    failed += await drive(program)
  }
} catch (error) {
  failed++
  say(reason(error))
} finally {
  compiled.remove()
}
process.exit(failed > 0 ? 1 : 0)
