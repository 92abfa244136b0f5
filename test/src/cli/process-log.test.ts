import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

const SCRIPT = `
  import { PinoLog } from '@paylink/core/composition/pino-log'
  import { logProcess } from '@paylink/core/composition/log-process'
  logProcess(new PinoLog('info'))
  console.log('of a library %d', 7)
  process.emitWarning('an old function')
  setTimeout(() => { throw new Error('unforeseen') }, 10)
`

describe('what Node.js and libraries print', () => {
  it('is logged as JSON, line by line; an uncaught exception ends the process', () => {
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect([ended.status, ended.stdout]).to.deep.equal([1, ''])
    const lines = ended.stderr.split('\n').filter((line) => line !== '')
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })
    expect(logged.map(({ msg, err }) => [msg, err?.message])).to.deep.equal([
      ['of a library 7', undefined],
      ['Node.js warning', 'an old function'],
      ['uncaught exception; exiting', 'unforeseen'],
    ])
  })
})
