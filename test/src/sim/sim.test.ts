import { expect } from 'chai'
import { hunt, knownFinds } from './hunt.js'
import { MUTANTS } from './mutants.js'
import { INVOICES, RELEASES } from './seeds.js'
import { replayRegressions, runSeeds } from './shards.js'

const SEEDS = Number(process.env['SIM_SEEDS'] ?? 90)
/** Those about invoices. */
const INVOICE_SEEDS = Number(process.env['SIM_INVOICE_SEEDS'] ?? 36)
/** Those in which links are released. */
const RELEASE_SEEDS = Number(process.env['SIM_RELEASE_SEEDS'] ?? 12)
const PROCESSES = 2
/** How many seeds are tried where the known one no longer finds the bug. */
const SEEDS_FOR_A_BUG = 60
const MAX_MS = 900_000
const MIN_MUTANTS = 30

const CALLS = ['create', 'retrieve', 'find', 'expire', 'check']
const INVOICE_CALLS = ['stamp', 'find invoice', 'retrieve invoice', 'cancel invoice', 'file']

async function runWell(from: number, to: number, calls: readonly string[]): Promise<void> {
  const { runs, findings, unlike, counts, crashes } = await runSeeds(from, to, PROCESSES)
  const said = findings.map(
    ({ seed, finding }) => `npm run sim -- --seed ${seed}: ${finding.invariant}: ${finding.message}`,
  )
  expect(said).to.deep.equal([])
  expect(unlike).to.deep.equal([])
  expect(crashes).to.be.greaterThan(runs / 2)
  // Unless every kind of call has failed in many ways, the runs prove little.
  for (const call of calls) {
    const faults = counts.filter(([what]) => new RegExp(`^call ${call} \\w+$`).test(what))
    expect(faults.length, call).to.be.greaterThan(4)
  }
}

describe('the simulation of the whole core, on SQLite (I1–I26, I30–I40)', function () {
  this.timeout(MAX_MS)

  it(`breaks no invariant in ${SEEDS} runs, and each seed is one run`, async () => {
    await runWell(1, SEEDS, CALLS)
  })

  it(`breaks none in ${INVOICE_SEEDS} runs about invoices either, nor in the invoicing provider's records`, async () => {
    await runWell(INVOICES + 1, INVOICES + INVOICE_SEEDS, INVOICE_CALLS)
  })

  it(`breaks none in ${RELEASE_SEEDS} runs in which links are released, and payers come back`, async () => {
    const { findings, counts } = await runSeeds(RELEASES + 1, RELEASES + RELEASE_SEEDS, PROCESSES)
    expect(findings.map(({ seed, finding }) => `${seed}: ${finding.invariant}: ${finding.message}`)).to.deep.equal([])
    const done = new Map(counts)
    for (const what of ['release released', 'return true']) expect(done.get(what) ?? 0, what).to.be.greaterThan(0)
  })

  it('breaks none in the runs that once failed', async () => {
    const replayed = await replayRegressions()
    expect(replayed.length).to.be.greaterThan(0)
    expect(replayed.filter(({ finding }) => finding !== null)).to.deep.equal([])
  })

  // Every third, for the suite's time, and those of saved runs; `npm run sim -- --mutants` looks for all.
  it('finds seeded bugs that it found before', async () => {
    const known = knownFinds()
    const sought = MUTANTS.filter(({ name }) => name in known).filter(
      ({ savedRun }, index) => savedRun !== undefined || index % 3 === 0,
    )
    expect(sought.length).to.be.greaterThanOrEqual(MIN_MUTANTS)
    const hunted = await hunt(sought, { processes: PROCESSES, maxSeeds: SEEDS_FOR_A_BUG, known })
    expect(hunted.filter(({ found }) => !found).map(({ mutant }) => mutant.name)).to.deep.equal([])
  })
})
