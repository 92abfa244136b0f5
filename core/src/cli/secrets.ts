import { Command } from 'commander'
import type { RotationReport } from '../rotation/rotate-secret-key.js'
import { answer } from './answer.js'
import { jsonCommand, type Options } from './options.js'
import { withoutPlugins } from './with-service.js'

export function secretsCommand(): Command {
  return new Command('secrets')
    .description('the secret key')
    .addCommand(
      jsonCommand('rotate', 'replace the secret key and encrypt every stored secret again')
        .option(
          '--keep-former <file>',
          'copy the key in use into a file before it is removed: backups made until now can only be restored with it',
        )
        .action(rotate),
    )
}

async function rotate(options: Options & { keepFormer?: string }): Promise<void> {
  const { RotateSecretKey } = await import('../rotation/rotate-secret-key.js')
  const { stayAlive } = await import('../kernel/timer.js')
  const { OPERATOR } = await import('../kernel/principal.js')
  const file = options.keepFormer ?? null
  const tell = (text: string): void => void process.stderr.write(`${text}\n`)
  const release = stayAlive()
  try {
    const report = await withoutPlugins(async ({ container, settings }) => {
      const { isOwnKey } = await import('../secrets/key-files.js')
      const rotate = container.get(RotateSecretKey)
      if (file !== null && !isOwnKey(settings))
        throw new Error('--keep-former is for a key that PayLink generated; keep a copy of the one that you set.')
      return {
        ...(await rotate.run(OPERATOR, file, tell)),
        isOwn: isOwnKey(settings),
        sendsMail: settings.smtpUrl !== null,
      }
    })
    const { isOwn, sendsMail, ...document } = report
    answer(options, document)
    for (const text of remainingWork(document, { isOwn, sendsMail, file })) tell(text)
  } finally {
    release()
  }
}

interface Situation {
  isOwn: boolean
  sendsMail: boolean
  file: string | null
}

/** What is left for the operator to do. */
function remainingWork(
  { formerKeyId, signedUrlsEndAt }: Pick<RotationReport, 'formerKeyId' | 'signedUrlsEndAt'>,
  { isOwn, sendsMail, file }: Situation,
): string[] {
  const former = isOwn
    ? file === null
      ? `The former key was removed from the data directory.`
      : `The former key is in ${file}, and was removed from the data directory.`
    : `Remove PAYLINK_PREVIOUS_SECRET_KEY from the settings of every process now.`
  return [
    former,
    `Keep a copy of the new key apart from your backups. A backup made before can only be restored with the key ${formerKeyId}: make a new one now (paylink backup FILE).`,
    `Invitations, password resets and signed URLs made before end at ${signedUrlsEndAt}; send again what was not used.`,
    ...(sendsMail ? [`So does the token for reports of mail servers: paylink emails reports prints the new one.`] : []),
  ]
}
