import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const MODULE = fileURLToPath(import.meta.resolve('@paylink/core/backup/lower-priority'))
const AUTOGROUP = '/proc/self/autogroup'

const PROGRAM = `
  const { existsSync, readFileSync } = await import('node:fs')
  const { getPriority } = await import('node:os')
  const { lowerPriorityOfProcess } = await import(process.argv[1])
  lowerPriorityOfProcess()
  const session = existsSync('${AUTOGROUP}') ? readFileSync('${AUTOGROUP}', 'utf8') : ''
  console.log(JSON.stringify({ thread: getPriority(), session }))`

interface Priorities {
  thread: number
  /** As the kernel prints it; empty: it has none. */
  session: string
}

/** After it was lowered, in a process whose session is its own or ours. */
async function lowered(hasOwnSession: boolean): Promise<Priorities> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, MODULE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: hasOwnSession,
  })
  return JSON.parse(await text(child.stdout)) as Priorities
}

describe('the priority of a backup by the command line', () => {
  const isLinux = process.platform === 'linux'
  const hasAutogroups = existsSync(AUTOGROUP)

  it('is the lowest, with that of its session where the session is its own', async () => {
    const { thread, session } = await lowered(true)
    expect(thread).to.equal(isLinux ? 19 : 0)
    expect(session).to.match(hasAutogroups ? /nice 19$/m : /^$/)
  })

  it('leaves a session that others share as it was', async () => {
    const ours = hasAutogroups ? readFileSync(AUTOGROUP, 'utf8') : ''
    const { thread, session } = await lowered(false)
    expect(thread).to.equal(isLinux ? 19 : 0)
    expect(session).to.equal(ours)
  })
})
