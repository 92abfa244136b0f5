import { expect } from 'chai'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { MUTANTS } from './mutants.js'
import { runPostgresSeeds } from './shards.js'

const SEEDS = Number(process.env['SIM_POSTGRES_SEEDS'] ?? 20)
const FAULTS = ['deadlock', 'serialization failure', 'lost before commit', 'lost after commit', 'failed at commit']

for (const engine of ENGINES.filter((name) => name === 'postgres')) {
  describe(`the simulation on ${engine}, with database failures (I30, I54)`, () => {
    let database: TestDatabase

    beforeEach(async () => (database = await migratedDatabase(engine)))

    afterEach(() => database.drop())

    it(`breaks no invariant in ${SEEDS} runs, whether a COMMIT was applied or not`, async () => {
      const { findings, counts } = await runPostgresSeeds(database.url, 1, SEEDS)
      expect(findings).to.deep.equal([])
      const seen = new Map(counts)
      for (const fault of FAULTS) expect(seen.get(`database ${fault}`) ?? 0, fault).to.be.greaterThan(SEEDS / 10)
    })

    it('finds a seeded bug there too', async () => {
      const mutant = MUTANTS.find(({ name }) => name === 'the event of a payment is forgotten')
      const { findings } = await runPostgresSeeds(database.url, 1, 5, mutant)
      expect(findings).to.not.deep.equal([])
    })
  })
}
