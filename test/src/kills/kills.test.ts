import { expect } from 'chai'
import { connect } from '@paylink/core/database/connect'
import { linkBody } from '../support/appliance.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { ServerProcess } from '../support/server-process.js'

const KILLS = Number(process.env['KILLS'] ?? 8)
const CLIENTS = 8
const SEED = Number(process.env['SEED'] ?? 1)

/** A request as a client remembers it: what it asked, and what it was told, if anything. */
interface Asked {
  key: string
  answer: { id: string; url: string } | null
  /** Where the payer was sent, if the checkout answered. */
  checkout: string | null
}

/** The same sequence for the same seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

for (const engine of ENGINES) {
  describe(`kill -9 of a real server on ${engine} (S6, I30, I54)`, function () {
    this.timeout(240_000)
    let database: TestDatabase
    let server: ServerProcess
    let apiKey: string
    const asked: Asked[] = []

    before(async () => {
      database = await emptyDatabase(engine)
      server = await ServerProcess.create(database.url, database.folder)
      await server.start()
      apiKey = /sk_test_\w+/.exec(server.output)?.[0] ?? ''
      expect(apiKey).to.not.equal('')
    })
    after(async () => {
      await server.kill('SIGTERM')
      await database.drop()
    })

    const api = (method: string, path: string, body?: object, key?: string) =>
      fetch(server.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })

    async function create(one: Asked): Promise<void> {
      const response = await api('POST', '/v1/payment_links', linkBody({ title: one.key }), one.key)
      expect(response.status).to.equal(201)
      const { id, url } = (await response.json()) as { id: string; url: string }
      if (one.answer) expect(id).to.equal(one.answer.id)
      one.answer = { id, url }
    }

    async function openCheckout(one: Asked): Promise<Response> {
      const response = await fetch(`${one.answer?.url}/checkout`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ provider: 'provider_a' }),
      })
      expect(response.status).to.be.oneOf([303, 409])
      if (response.status === 303) {
        const address = response.headers.get('location')
        if (one.checkout !== null) expect(address).to.equal(one.checkout)
        one.checkout = address
      }
      return response
    }

    it(`does everything once and loses nothing that was acknowledged, over ${KILLS} kills under load`, async () => {
      const next = chance(SEED)
      let count = 0
      for (let round = 0; round < KILLS; round++) {
        let isOver = false
        const client = async (): Promise<void> => {
          while (!isOver) {
            const one: Asked = { key: `kill-${++count}`, answer: null, checkout: null }
            asked.push(one)
            try {
              await create(one)
              await openCheckout(one)
            } catch (error) {
              // The connection broke: nothing was answered. An answer that was wrong is another matter.
              if (!(error instanceof TypeError)) throw error
              return
            }
          }
        }
        const clients = Promise.all(Array.from({ length: CLIENTS }, client))
        await new Promise((resolve) => setTimeout(resolve, 100 + next() * 500))
        const killed = server.kill()
        isOver = true
        await Promise.all([clients, killed])
        const readyMs = await server.start()
        expect(readyMs).to.be.below(5000)
        // Whatever was sent is sent again, with the same key.
        for (const one of asked) await create(one)
      }
    })

    it('made one link for each key, and every acknowledged one is there (I30)', async () => {
      const { reader, close } = connect(database.url)
      const titles: string[] = await reader('payment_links').pluck('title')
      await close()
      expect(titles.length).to.equal(asked.length)
      expect(new Set(titles).size).to.equal(asked.length)
      for (const { answer } of asked) {
        expect((await api('GET', `/v1/payment_links/${answer?.id}`)).status).to.equal(200)
      }
    })

    it('finishes every checkout that was cut off: one session for each, and none lost (I6, I15, I20)', async () => {
      const until = Date.now() + 100_000
      let open = asked
      while (open.length > 0 && Date.now() < until) {
        const unanswered: Asked[] = []
        for (const one of open) if ((await openCheckout(one)).status !== 303) unanswered.push(one)
        open = unanswered
        if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, 1000))
      }
      expect(open.map(({ key }) => key)).to.deep.equal([])
      const { reader, close } = connect(database.url)
      const pending = await reader('payments').where({ status: 'pending' }).select('link_id', 'provider_ref')
      const links = await reader('payment_links').select('id', 'status')
      const references: string[] = await reader('plugin_entries').whereLike('key', 'session:%').pluck('value')
      await close()
      expect(pending.length).to.equal(asked.length)
      expect(new Set(pending.map(({ link_id }) => link_id)).size).to.equal(asked.length)
      for (const { status } of links) expect(status).to.equal('processing')
      const sessionsOf = references.map((text) => (JSON.parse(text) as { reference: string }).reference)
      expect(new Set(sessionsOf).size).to.equal(sessionsOf.length)
    })

    it('pays one of them as if nothing had happened (R76)', async () => {
      const [one] = asked
      await fetch(one?.checkout ?? '', {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome: 'succeed' }),
      })
      const until = Date.now() + 20_000
      let status = ''
      while (status !== 'paid' && Date.now() < until) {
        const response = await api('GET', `/v1/payment_links/${one?.answer?.id}`)
        status = ((await response.json()) as { status: string }).status
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(status).to.equal('paid')
    })
  })
}
