import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually, linkBody } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { ServerProcess } from '../support/server-process.js'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'
import { type DiskPlace, DiskShop } from './disk-shop.js'

/** Postgres fills the free room of its pages first. */
const MAX_LINKS = 3000

for (const engine of ENGINES) {
  describe(`a server whose disk becomes full, on ${engine} (I1, I53)`, () => {
    const isElsewhere = engine === 'postgres' && process.env['PAYLINK_TEST_DATABASE_URL'] !== undefined
    if (isElsewhere || !SmallDisk.isAllowed()) {
      it(`was not tried: ${isElsewhere ? 'Postgres is not one that the suite started' : TO_MOUNT}`)
      return
    }

    let shop: DiskShop
    let place: DiskPlace
    let server: ServerProcess
    let key: string
    before(async () => {
      shop = await DiskShop.open(engine)
      place = await shop.place()
      const { json } = await shop.run(['keys', 'create', '--mode', 'test', '--name', 'disk', '--json'], place.env)
      key = json.key
      const { PAYLINK_DATABASE_URL: url = '', PAYLINK_DATA_DIR: dataDir = '' } = place.env
      server = await ServerProcess.create(url, dataDir)
      await server.start()
    })
    after(async () => {
      await server?.stop()
      await place?.end()
      await shop?.close()
    })

    async function ask(path: string, body?: object) {
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      }
      const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
      const response = await fetch(server.url + path, request)
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const create = () => ask('/v1/payment_links', linkBody())

    it('answers writes with 503 and reads as before, loses nothing, and goes on once there is room', async () => {
      const made: string[] = []
      let refused: Awaited<ReturnType<typeof create>> | undefined
      place.disk.leave(0)
      while (!refused && made.length < MAX_LINKS) {
        const answer = await create()
        if (answer.status === 201) made.push(answer.body.id)
        else refused = answer
      }
      expect([refused?.status, refused?.body.code]).to.deep.equal([503, 'service_unavailable'])
      expect(refused?.headers.get('retry-after')).to.match(/^\d+$/)
      expect((await ask('/v1/payment_links?limit=1')).status).to.equal(200)
      expect((await ask('/healthz')).status).to.equal(200)
      for (let count = 0; count < 20; count++) expect((await create()).status).to.be.oneOf([201, 503])

      place.disk.makeRoom()
      const first = await eventually(create, ({ status }) => status === 201)
      for (const id of [...made, first.body.id]) expect((await ask(`/v1/payment_links/${id}`)).status).to.equal(200)
      await eventually(
        () => ask('/readyz'),
        ({ status }) => status === 200,
      )
      const { json } = await shop.run(['doctor', '--json'], place.env)
      expect(json.filter(({ code }: { code: string }) => code === 'invariants.violated')).to.deep.equal([])
    })
  })
}
