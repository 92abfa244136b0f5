import { Command } from 'commander'
import type { Decision } from '../reconciliation/resolve-review.js'
import { answer } from './answer.js'
import { answering, onAccount, UsageError } from './options.js'
import { accountOf, withBooks, withService } from './with-service.js'

interface Options {
  json?: boolean
  account?: string
}

interface ResolveOptions extends Options {
  as?: string
  ref?: string
  accept?: boolean
  reason: string
}

const LONGEST_REASON = 1000

export function reviewCommand(): Command {
  const command = new Command('review').description('payments that a person must look at')
  command.addCommand(
    onAccount(answering('list', 'what waits for a decision, the longest waiting first')).action((options: Options) =>
      withBooks(async (service) => {
        const { ReadReviews } = await import('../reconciliation/read-reviews.js')
        const account = await accountOf(service, options.account)
        answer(options, await service.container.get(ReadReviews).list(account.id))
      }),
    ),
  )
  command.addCommand(
    answering('show', 'a payment with its evidence, and what could be decided')
      .argument('<payment id>')
      .action((id: string, options: Options) =>
        withBooks(async ({ container }) => {
          const { ReadReviews } = await import('../reconciliation/read-reviews.js')
          answer(options, await container.get(ReadReviews).one(id))
        }),
      ),
  )
  command.addCommand(
    answering('resolve', 'decide; the provider is asked first')
      .argument('<payment id>')
      .option('--as <failed|refunded|keep>', 'nothing was paid; the money was given back; leave it as it is')
      .option('--ref <provider ref>', "this is the payment's checkout at the provider")
      .option('--accept', 'take the money that the provider confirms, though it differs')
      .requiredOption('--reason <reason>', 'why; kept in the audit log')
      .action(resolve),
  )
  return command
}

async function resolve(id: string, options: ResolveOptions): Promise<void> {
  const decision = decisionOf(options)
  const reason = options.reason.trim()
  if (reason === '' || [...reason].length > LONGEST_REASON) {
    throw new UsageError(`--reason takes 1 to ${LONGEST_REASON} characters`)
  }
  await withService(async ({ container }) => {
    const { ResolveReview } = await import('../reconciliation/resolve-review.js')
    const { OPERATOR } = await import('../audit/audit-entry.js')
    const { toPaymentView } = await import('../payments/payment.view.js')
    answer(options, toPaymentView(await container.get(ResolveReview).run(id, decision, reason, OPERATOR)))
  })
}

function decisionOf({ as, ref, accept }: ResolveOptions): Decision {
  const given = [as !== undefined, ref !== undefined, accept === true].filter(Boolean)
  if (given.length !== 1) throw new UsageError('say one of --as failed|refunded|keep, --ref PROVIDER_REF, --accept')
  if (ref !== undefined) return { kind: 'ref', providerRef: ref }
  if (accept) return { kind: 'accept' }
  if (as === 'failed' || as === 'refunded' || as === 'keep') return { kind: as }
  throw new UsageError(`--as is failed, refunded or keep, not ${String(as)}`)
}
