import { readSettings } from '@paylink/config'
import type { Command } from 'commander'
import { answer } from './answer.js'
import { assertFolderOf, bringUpToDate, portsOf } from './backup.js'
import { databaseUrl, jsonCommand, type Options } from './options.js'

const PHASES = {
  checking: 'Copied and compared. Checking the invariants…\n',
  'catching up': 'Catching up with what changed meanwhile…\n',
  sealed: 'The database refuses writes from now on. Copying the last changes…\n',
} as const

export const moveCommand = (): Command =>
  jsonCommand('move', 'copy the database into an empty one while it is in use, and seal it against further writing')
    .requiredOption('--to <url>', 'the new database: sqlite:<path>, postgres://… or @file with it', databaseUrl('--to'))
    .option('--cancel', 'give an interrupted move up: the database accepts writes again')
    .action(async ({ to, cancel, ...options }: Options & { to: string; cancel?: boolean }) => {
      const { cancelMove, move } = await import('../move/move.js')
      const { BrokenInvariantsError } = await import('../backup/check-copy.js')
      const settings = readSettings()
      if (cancel) {
        await cancelMove(settings, to)
        answer(options, { canceled: true })
        return
      }
      assertFolderOf(to)
      const ports = await portsOf(settings)
      const onSeal = (phase: keyof typeof PHASES): void => void process.stderr.write(PHASES[phase])
      const { report, violations } = await move(settings, to, { ...ports, onSeal })
      const broken = await bringUpToDate(settings, to, 'What was moved', ports, violations).catch((error: unknown) => {
        if (error instanceof BrokenInvariantsError) return error
        throw error
      })
      answer(options, { ...report, verified: broken === undefined })
      process.stderr.write(
        'Set PAYLINK_DATABASE_URL to the new database and start PayLink again. The former one is sealed and keeps what it has: delete it once you no longer need it.\n',
      )
      if (broken) throw broken
    })
