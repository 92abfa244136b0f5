import { parseArgs } from 'node:util'
import { ShopPerson } from '../support/dashboard.js'
import { freePort } from '../support/free-port.js'
import { consent } from './consenting-person.js'
import { Harness } from './harness.js'
import type { Outcome } from './results.js'
import { Suite } from './suite.js'

const text = { type: 'string', default: '' } as const
/** Where the suite is installed, and a part of the names of the sets to run. */
const { folder, only } = parseArgs({ options: { folder: text, only: text } }).values
const suite = new Suite(folder)

/** How many scenarios each set must have: one that a new version of the suite leaves out is noticed. */
const EXPECTED = { '2026-07-28': 37, '2025-11-25': 30, authorization: 2 } as const
type Set = keyof typeof EXPECTED

const AUTHORIZATION = ['authorization-server-metadata-endpoint', 'authorization-code-grant']

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function runServer({ url }: Harness, revision: Set): Promise<Outcome[]> {
  const args = ['server', '--url', `${url}/mcp/test`, '--requirements', revision]
  return suite.run(args, 'server', suite.requiredOf(revision))
}

/** The suite prints the address that a person opens, and waits for the code at an address of its own. */
async function runAuthorization({ paylink, url }: Harness): Promise<Outcome[]> {
  const port = await freePort()
  const callback = `http://127.0.0.1:${port}/callback`
  const client = await registerClient(url, callback)
  const person = await ShopPerson.signIn(paylink)
  let consented: Promise<string | null> = Promise.resolve(null)
  const args = ['authorization', '--url', url, '--resource', `${url}/mcp/test`, '--port', String(port)]
  if ('id' in client) args.push('--client-id', client.id)
  const outcomes = await suite.run(args, 'authorization-server', AUTHORIZATION, (line) => {
    if (!line.startsWith(`${url}/oauth/authorize?`)) return
    consented = consent(person, line).then(
      () => null,
      // Otherwise it waits for minutes.
      (error: unknown) => fetch(`${callback}?error=no_consent`).then(() => String(error)),
    )
  })
  const faults = ['fault' in client ? client.fault : null, await consented].filter((fault) => fault !== null)
  return outcomes.map((outcome) =>
    outcome.fault === null ? outcome : { ...outcome, fault: [outcome.fault, ...faults].join('\n      ') },
  )
}

async function registerClient(url: string, redirectUri: string): Promise<{ id: string } | { fault: string }> {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'MCP conformance', redirect_uris: [redirectUri] }),
  })
  if (response.status !== 201) return { fault: `the client could not be registered: ${response.status}` }
  const { client_id: id } = (await response.json()) as { client_id: string }
  return { id }
}

/** Returns whether all passed. */
function report(set: Set, outcomes: readonly Outcome[]): boolean {
  for (const { scenario, fault } of outcomes) {
    say(fault === null ? `pass  ${set} ${scenario}` : `FAIL  ${set} ${scenario}\n      ${fault}`)
  }
  const passed = outcomes.filter(({ fault }) => fault === null).length
  say(`${set}: ${passed} of ${EXPECTED[set]} passed`)
  if (outcomes.length !== EXPECTED[set]) say(`${set} has ${outcomes.length} scenarios, not ${EXPECTED[set]}`)
  return passed === EXPECTED[set] && outcomes.length === EXPECTED[set]
}

const harness = await Harness.start()
let allPassed = true
try {
  for (const set of Object.keys(EXPECTED) as Set[]) {
    if (!set.includes(only)) continue
    const outcomes = await (set === 'authorization' ? runAuthorization(harness) : runServer(harness, set))
    if (!report(set, outcomes)) allPassed = false
  }
} finally {
  await harness.stop()
}
process.exit(allPassed ? 0 : 1)
