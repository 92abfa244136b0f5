import { after, before, remove, replace } from './changes.js'
import type { Mutant } from './mutants.js'

/** Keys, notifications, jobs. */
export const BOOKKEEPING_MUTANTS: readonly Mutant[] = [
  {
    name: 'the answer is remembered after its effect',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.inOneTransaction',
    change: [
      replace('complete($tx, $scope, $key, $token, $$$)', 'this.keys.release($tx, $scope, $key, $token)'),
      after(
        'const $body = await unitOfWork.run($_);',
        `await this.unitOfWork.run(async (tx) => {
          const { token } = await this.claim(tx, request, key);
          await this.complete(tx, scope, key, token, status, $body);
        });`,
      ),
    ],
  },
  {
    name: 'two owners of one key',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.inSteps',
    change: remove('if (!(await keys.takeOver($$$))) throw $_;'),
  },
  {
    name: 'a living owner is taken over',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.isHeld',
    change: replace('workers.isAlive($$$)', 'false'),
  },
  {
    name: 'a dead owner keeps its key',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.isHeld',
    change: replace('workers.isAlive($$$)', 'true'),
  },
  {
    name: 'a key is given back after an unknown outcome',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.giveUp',
    change: replace('$error instanceof Problem && $error.status < 500 && $_', 'true'),
  },
  {
    name: 'a refusal keeps its key',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.giveUp',
    change: replace('$error instanceof Problem && $error.status < 500 && $_', 'false'),
  },
  {
    name: 'keys are forgotten after an hour',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.windowStart',
    change: replace('-REPLAY_WINDOW_MS', '-60 * MINUTE_MS'),
  },
  {
    name: 'keys are reaped after an hour',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.deleteExpired',
    change: replace('-REPLAY_WINDOW_MS - $_', '-60 * MINUTE_MS'),
  },
  {
    name: 'the fingerprint ignores the path',
    module: 'idempotency/fingerprint.ts',
    within: 'fingerprint',
    change: replace("$pathId ?? ''", "''"),
  },
  {
    name: 'the fingerprint ignores the body',
    module: 'idempotency/fingerprint.ts',
    within: 'fingerprint',
    change: replace('canonicalJson($_)', "''"),
  },
  {
    name: 'the key is not tied to its request',
    module: 'idempotency/run-once.ts',
    within: 'RunOnce.find',
    change: replace('$found.operation === $_ && $_', 'true'),
  },
  {
    name: 'replayed after the state was judged',
    module: 'payment-links/create-payment-link.ts',
    within: 'CreatePaymentLink.run',
    change: before('once.lookUp($_)', 'if (refusal !== null) throw refusal;'),
  },
  {
    name: 'a notification is answered before it is kept',
    module: 'reconciliation/receive-notification.ts',
    within: 'ReceiveNotification.receive',
    change: replace('await unitOfWork.run($work)', 'void this.unitOfWork.run($work)'),
  },
  {
    name: 'a forged notification is kept',
    module: 'connections/read-notification.ts',
    within: 'ReadNotification.run',
    change: replace(
      'if (isWebhookSignatureError($_)) throw $_;',
      'return this.run(kind, { provider, connectionId, headers, rawBody: Buffer.from(String(rawBody).replace("false", "true")) });',
    ),
  },
  {
    name: 'a disconnected connection hears nothing',
    module: 'connections/read-notification.ts',
    within: 'ReadNotification.run',
    change: replace(
      '$connection?.provider !== $provider',
      "$connection?.provider !== $provider || $connection.status === 'disconnected'",
    ),
  },
  {
    name: 'a notification is handled before the provider was heard',
    module: 'reconciliation/handle-notifications.ts',
    within: 'HandleNotifications.verify',
    change: replace("$isKnown ? $outcome : 'retrying'", '$outcome'),
  },
  {
    name: 'a notification is handled though the provider did not answer',
    module: 'reconciliation/handle-notifications.ts',
    within: 'HandleNotifications.verifyAll',
    change: replace("$outcome === 'retrying' || $outcome === 'busy'", "$outcome === 'busy'"),
  },
  {
    name: 'a notification is handled while another worker verifies',
    module: 'reconciliation/handle-notifications.ts',
    within: 'HandleNotifications.verifyAll',
    change: replace("$outcome === 'retrying' || $outcome === 'busy'", "$outcome === 'retrying'"),
  },
  {
    name: 'a notification is marked as handled before it is',
    module: 'reconciliation/handle-notifications.ts',
    within: 'HandleNotifications.handle',
    change: replace(
      'const outcome = await this.verifyAll(notification);',
      "await this.notifications.markHandled(notification, 'verified', notification.receivedAt); const outcome = await this.verifyAll(notification);",
    ),
  },
  {
    name: 'the claim of a dead worker on a notification does not expire',
    module: 'reconciliation/handle-notifications.ts',
    within: 'HandleNotifications.nextClaim',
    change: replace('later($now, $ms)', 'later($now, 1000 * $ms)'),
  },
  {
    name: 'the sweep does not look at payments',
    module: 'reconciliation/verify-due-payments.ts',
    within: 'VerifyDuePayments.lanesWithDue',
    change: replace('$lanes.filter($_)', '[]'),
  },
]
