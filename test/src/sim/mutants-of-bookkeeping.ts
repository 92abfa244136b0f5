import type { Mutant } from './mutants.js'

const ONCE = 'idempotency/run-once.js'
const HANDLE = 'reconciliation/handle-notification.task.js'
const RECEIVE = 'reconciliation/receive-notification.js'
const QUEUE = 'jobs/local-queue.js'

/** Keys, notifications, jobs. */
export const BOOKKEEPING_MUTANTS: readonly Mutant[] = [
  {
    name: 'the answer is remembered after its effect',
    file: ONCE,
    from: `                    await this.complete(tx, scope, key, token, status, result);
                    return result;
                });
                return { body, replayed: false };`,
    to: `                    await this.keys.release(tx, scope, key, token);
                    return result;
                });
                await this.unitOfWork.run(async (tx) => {
                    const token = await this.claim(tx, request, key);
                    await this.complete(tx, scope, key, token, status, body);
                });
                return { body, replayed: false };`,
  },
  {
    name: 'two owners of one key',
    file: ONCE,
    from: `if (!(await this.keys.takeOver(tx, scope, key, token, token, leaseUntil)))
                throw new KeyLostError();`,
    to: '',
  },
  {
    name: 'a living owner is taken over',
    file: ONCE,
    from: "return this.workers.isAlive(found.ownerToken?.split(':')[0] ?? '', tx);",
    to: 'return false;',
  },
  {
    name: 'a dead owner keeps its key',
    file: ONCE,
    from: "return this.workers.isAlive(found.ownerToken?.split(':')[0] ?? '', tx);",
    to: 'return true;',
  },
  {
    name: 'a key is given back after an unknown outcome',
    file: ONCE,
    from: 'const hadNoEffect = error instanceof Problem && error.status < 500 && !(hasBegun && isBusy);',
    to: 'const hadNoEffect = true;',
  },
  {
    name: 'a refusal keeps its key',
    file: ONCE,
    from: 'const hadNoEffect = error instanceof Problem && error.status < 500 && !(hasBegun && isBusy);',
    to: 'const hadNoEffect = false;',
  },
  {
    name: 'keys are forgotten after an hour',
    file: ONCE,
    from: 'return iso(later(this.clock.now(), -REPLAY_WINDOW_MS));',
    to: 'return iso(later(this.clock.now(), -60 * MINUTE_MS));',
  },
  {
    name: 'keys are reaped after an hour',
    file: ONCE,
    from: '-REPLAY_WINDOW_MS - 60 * MINUTE_MS',
    to: '-60 * MINUTE_MS',
  },
  {
    name: 'the fingerprint ignores the path',
    file: 'idempotency/fingerprint.js',
    from: "${pathId ?? ''}",
    to: '',
  },
  {
    name: 'the fingerprint ignores the body',
    file: 'idempotency/fingerprint.js',
    from: '${canonicalJson(body)}',
    to: '',
  },
  {
    name: 'the key is not tied to its request',
    file: ONCE,
    from: 'if (found.operation === request.operation && found.fingerprint === request.fingerprint)',
    to: 'if (true)',
  },
  {
    name: 'replayed after the state was judged',
    file: 'payment-links/create-payment-link.js',
    from: `const before = await this.once.lookUp(request);
            if (before)
                return before;
            if (refusal !== null)
                throw refusal;`,
    to: `if (refusal !== null)
                throw refusal;
            const before = await this.once.lookUp(request);
            if (before)
                return before;`,
  },
  {
    name: 'a notification is answered before it is kept',
    file: RECEIVE,
    from: 'await this.unitOfWork.run(async (tx) => {',
    to: 'void this.unitOfWork.run(async (tx) => {',
  },
  {
    name: 'a forged notification is kept',
    file: RECEIVE,
    from: "if (isWebhookSignatureError(outcome.cause))\n                throw invalid('signature', outcome.message);",
    to: 'return this.receive({ provider, connectionId, headers, rawBody: Buffer.from(String(rawBody).replace("false", "true")) });',
  },
  {
    name: 'a disconnected connection hears nothing',
    file: RECEIVE,
    from: 'if (connection?.provider !== provider)',
    to: "if (connection?.provider !== provider || connection.status === 'disconnected')",
  },
  {
    name: 'a notification is handled before the provider was heard',
    file: HANDLE,
    from: "return isKnown ? outcome : 'retrying';",
    to: 'return outcome;',
  },
  {
    name: 'a notification is handled though the provider did not answer',
    file: HANDLE,
    from: "if (outcome === 'retrying' || outcome === 'busy')",
    to: "if (outcome === 'busy')",
  },
  {
    name: 'a notification is handled while somebody else asks',
    file: HANDLE,
    from: "if (outcome === 'retrying' || outcome === 'busy')",
    to: "if (outcome === 'retrying')",
  },
  {
    name: 'a job is crossed out before it is done',
    file: QUEUE,
    from: `await task.run(JSON.parse(job.payload));
            await this.unitOfWork.run((tx) => tx('jobs').where({ id: job.id }).delete());`,
    to: `await this.unitOfWork.run((tx) => tx('jobs').where({ id: job.id }).delete());
            await task.run(JSON.parse(job.payload));`,
  },
  {
    name: 'jobs of the dead are left to them',
    file: QUEUE,
    from: "if ((await dead.clone().select('id')).length === 0)",
    to: 'if (true)',
  },
  {
    name: 'the sweep does not look at payments',
    file: 'reconciliation/sweep.js',
    from: '...this.registry.ids().map((provider) => this.sweepPayments(provider)),',
    to: '',
  },
]
