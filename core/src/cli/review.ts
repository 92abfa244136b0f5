import { Command } from 'commander'
import type { Decision } from '../reconciliation/record-decision.js'
import { OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { accountCommand, jsonCommand, type Options, UsageError } from './options.js'
import { checkReason } from './with-flag-names.js'
import { withAccount, withService, withoutPlugins } from './with-service.js'

interface ResolveOptions extends Options {
  as?: string
  ref?: string
  accept?: boolean
  reason: string
}

/** The flag that makes each decision. */
const FLAGS: Record<Decision['kind'], string> = {
  failed: '--as failed',
  refunded: '--as refunded',
  keep: '--as keep',
  accept: '--accept',
  ref: '--ref PROVIDER_REF',
}

export function reviewCommand(): Command {
  const command = new Command('review').description('review payments that need a decision')
  command.addCommand(
    accountCommand('list', 'list payments waiting for a decision, oldest first').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ReadReviews } = await import('../reconciliation/read-reviews.js')
        answer(options, await container.get(ReadReviews).list(account.id))
      }),
    ),
  )
  command.addCommand(
    jsonCommand('show', 'show a payment with its evidence and possible decisions')
      .argument('<payment id>')
      .action((id: string, options: Options) =>
        withoutPlugins(async ({ container }) => {
          const { ReadReviews } = await import('../reconciliation/read-reviews.js')
          const review = await container.get(ReadReviews).one(id)
          answer(options, { ...review, decisions: review.decisions.map((kind) => FLAGS[kind]) })
        }),
      ),
  )
  command.addCommand(
    jsonCommand('resolve', 'record a decision; the provider is queried first')
      .argument('<payment id>')
      .option(
        '--as <failed|refunded|keep>',
        'failed: nothing was paid; refunded: the money was returned; keep: leave it as it is',
      )
      .option('--ref <provider ref>', "reference of the payment's checkout at the provider")
      .option('--accept', 'accept the amount the provider confirms, even though it differs')
      .requiredOption('--reason <reason>', 'the reason; kept in the audit log')
      .action(resolve),
  )
  return command
}

async function resolve(id: string, options: ResolveOptions): Promise<void> {
  const decision = decisionOf(options)
  await checkReason(options.reason)
  await withService(async ({ container }) => {
    const { ResolveReview } = await import('../reconciliation/resolve-review.js')
    const { toPaymentView } = await import('../payments/payment.view.js')
    answer(options, toPaymentView(await container.get(ResolveReview).run(id, decision, options.reason, OPERATOR)))
  })
}

function decisionOf({ as, ref, accept }: ResolveOptions): Decision {
  const given = [as !== undefined, ref !== undefined, accept === true].filter(Boolean)
  if (given.length !== 1) throw new UsageError('choose one of --as failed|refunded|keep, --ref PROVIDER_REF, --accept')
  if (ref !== undefined) return { kind: 'ref', providerRef: ref }
  if (accept) return { kind: 'accept' }
  if (as === 'failed' || as === 'refunded' || as === 'keep') return { kind: as }
  throw new UsageError(`--as must be failed, refunded or keep, not ${String(as)}`)
}
