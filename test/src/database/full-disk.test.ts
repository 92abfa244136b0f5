import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Answer, type Environment } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'
import { CUSTOMER, type DiskPlace, DiskShop, filesIn } from './disk-shop.js'

const KIB = 1024
const MAX_ROOM = 64 * KIB * KIB
/** Room grows by so much from one try to the next, so that each falls into a later step than the one before. */
const STEP = Number(process.env['STEP'] ?? 8)
const FIRST_ROOM = 24 * KIB

/** What a command may leave until it is repeated. */
const LEFT = /^paylink\.db\.move$|^secret\.key\.(next|previous)$|^former\.key$/
/** What it tells before it ends, on lines of their own. */
const PROGRESS =
  /^((copying|loading|comparing) \w+: |making a backup|applying |the key |waiting |\w+: \d+ |Copied and compared|Catching up|The database refuses writes)/

interface Try {
  args: string[]
  env: Environment
  /** Looks at what the command has made, once it has succeeded. */
  check: () => Promise<void>
}

interface Case {
  name: string
  /** Tries that must have failed before there is room enough. */
  atLeast: number
  prepare: (place: DiskPlace) => Promise<Try>
}

for (const engine of ENGINES) {
  describe(`a full disk under ${engine} (I53, I56, I52)`, () => {
    const isElsewhere = engine === 'postgres' && process.env['PAYLINK_TEST_DATABASE_URL'] !== undefined
    if (isElsewhere || !SmallDisk.isAllowed()) {
      it(`was not tried: ${isElsewhere ? 'Postgres is not one that the suite started' : TO_MOUNT}`)
      return
    }

    let shop: DiskShop
    before(async () => (shop = await DiskShop.open(engine)))
    after(() => shop?.close())

    async function succeed(args: string[], env: Environment): Promise<Answer> {
      const answer = await shop.run(args, env)
      expect(answer.code, `${args.join(' ')}: ${answer.stderr}`).to.equal(0)
      return answer
    }

    async function expectShop(url: string, env: Environment): Promise<void> {
      const { json } = await succeed(['accounts', 'list', '--json'], { ...env, PAYLINK_DATABASE_URL: url })
      expect(json).to.have.length(1)
    }

    async function older({ env }: DiskPlace): Promise<void> {
      for (let count = 0; count < 4; count++) await succeed(['migrate', 'down'], env)
    }

    const migrated = async (env: Environment): Promise<void> => {
      const { json } = await succeed(['migrate', 'status', '--json'], env)
      expect(json.every(({ applied }: { applied: boolean }) => applied)).to.equal(true)
    }

    const cases: Case[] = [
      {
        name: 'migrate up, with its snapshot',
        atLeast: 3,
        prepare: async (place) => {
          await older(place)
          const check = async (): Promise<void> => {
            await migrated(place.env)
            expect(filesIn(join(place.disk.folder, 'data/snapshots'))).to.have.length(1)
          }
          return { args: ['migrate', 'up'], env: place.env, check }
        },
      },
      {
        name: 'migrate up, without a snapshot',
        atLeast: 1,
        prepare: async (place) => {
          await older(place)
          return { args: ['migrate', 'up', '--no-snapshot'], env: place.env, check: () => migrated(place.env) }
        },
      },
      {
        name: 'backup',
        atLeast: 3,
        prepare: async ({ disk, env }) => {
          const file = join(disk.folder, 'shop.backup')
          const target = `sqlite:${shop.fresh('restored.db')}`
          const check = async (): Promise<void> => void (await succeed(['restore', file, '--into', target], env))
          return { args: ['backup', file], env, check }
        },
      },
      {
        name: 'restore',
        atLeast: 3,
        prepare: async ({ empty }) => {
          const file = shop.fresh('shop.backup')
          await succeed(['backup', file], shop.env)
          const check = () => expectShop(empty, shop.env)
          return { args: ['restore', file, '--into', empty], env: shop.env, check }
        },
      },
      {
        name: 'move, out of it',
        atLeast: 1,
        prepare: async ({ env }) => {
          const to = `sqlite:${shop.fresh('moved.db')}`
          return { args: ['move', '--to', to], env, check: () => expectShop(to, env) }
        },
      },
      {
        name: 'move, into it',
        atLeast: 3,
        prepare: ({ roomy, empty }) =>
          Promise.resolve({ args: ['move', '--to', empty], env: roomy, check: () => expectShop(empty, roomy) }),
      },
      {
        name: 'secrets rotate',
        atLeast: 1,
        prepare: async ({ disk, env }) => {
          const former = join(disk.folder, 'former.key')
          const check = async (): Promise<void> => {
            expect(existsSync(former)).to.equal(true)
            await succeed(['audit', 'verify'], env)
            await succeed(['connections', 'list'], env)
            expect(filesIn(join(disk.folder, 'data')).filter((name) => name.startsWith('secret'))).to.deep.equal([
              'secret.key',
            ])
          }
          return { args: ['secrets', 'rotate', '--keep-former', former], env, check }
        },
      },
      {
        name: 'customers erase',
        atLeast: 1,
        prepare: async ({ env }) => {
          const check = async (): Promise<void> => {
            const { stdout } = await succeed(['customers', 'export', '--email', CUSTOMER, '--json'], env)
            expect(stdout).to.not.include('Ana')
          }
          return { args: ['customers', 'erase', '--email', CUSTOMER], env, check }
        },
      },
    ]

    for (const { name, atLeast, prepare } of cases) {
      it(`${name}: fails in one sentence, leaves nothing half done, and succeeds once there is room`, async () => {
        const reasons: string[] = []
        for (let room = 0; ; room = Math.ceil(Math.max(FIRST_ROOM, room * STEP))) {
          expect(room, 'succeeds at last').to.be.lessThan(MAX_ROOM)
          const place = await shop.place()
          const { disk } = place
          try {
            const { args, env, check } = await prepare(place)
            const before = filesIn(disk.folder)
            disk.leave(room)
            const answer = await shop.run(args, env)
            if (answer.code !== 0) {
              expect([answer.code, answer.stdout]).to.deep.equal([1, ''])
              const lines = answer.stderr
                .trim()
                .split('\n')
                .filter((line) => !PROGRESS.test(line))
              expect(lines.length, `room for ${room}: ${lines.join('; ')}`).to.equal(1)
              expect(lines[0], `room for ${room}`).to.match(/full/)
              reasons.push(lines[0] ?? '')
              const left = filesIn(disk.folder).filter((file) => !before.includes(file) && !LEFT.test(file))
              expect(left, `room for ${room}`).to.deep.equal([])
            }
            disk.makeRoom()
            if (answer.code !== 0) await succeed(args, env)
            await check()
            if (answer.code === 0) break
          } finally {
            await place.end()
          }
        }
        expect(reasons.length, reasons.join('\n')).to.be.at.least(atLeast)
      })

      // A server that takes no writes can be copied.
      if (engine === 'postgres' && name === 'backup') continue
      it(`${name}: is refused in one sentence where nothing can be written, and succeeds afterwards`, async () => {
        const place = await shop.place()
        try {
          const { args, env, check } = await prepare(place)
          const before = filesIn(place.disk.folder)
          await place.refuseWrites()
          const { code, stdout, stderr } = await shop.run(args, env)
          await place.allowWrites()
          expect([code, stdout], stderr).to.deep.equal([1, ''])
          const lines = stderr
            .trim()
            .split('\n')
            .filter((line) => !PROGRESS.test(line))
          expect(lines.length, lines.join('; ')).to.equal(1)
          expect(lines[0]).to.match(/takes no writes|unable to open database file/)
          expect(filesIn(place.disk.folder).filter((file) => !before.includes(file) && !LEFT.test(file))).to.deep.equal(
            [],
          )
          await succeed(args, env)
          await check()
        } finally {
          await place.end()
        }
      })
    }
  })
}
