import { expect } from 'chai'
import type { PageReply } from '../../support/dashboard.js'
import type { SentForm, SitePerson } from '../../support/site-person.js'
import type { Scenario } from '../scenarios.js'
import { expectSound } from '../soundness.js'
import { type FormShop, formShopOf } from './form-shop.js'

/** What comes of a form that is sent again, exactly as it was, after it had its effect without an answer. */
export type Again =
  /** One effect. */
  | 'same'
  /** Each time is an act of its own, such as a sign-in. */
  | 'anew'

export interface PreparedForm {
  person: SitePerson
  form: SentForm
  /** How often it has had its effect. Left out: it has none. */
  effects?: () => Promise<number>
  /** How many rows the audit log has of it; left out: the act is not on the record. */
  audited?: () => Promise<number>
  /** Looks at the page that answers the form when it is sent again. `wasDone`: its first answer was lost. */
  answered?: (shown: PageReply, wasDone: boolean) => Promise<void>
  /** What else must be so in the end. */
  afterwards?: () => Promise<void>
}

/** A form of the dashboard that is sent, cut off by the death of the server, and sent again. */
export interface FormAct {
  /** As the routers have it: `/links/:id/disable`. */
  route: string
  /** Tells apart acts of one route. */
  about?: string
  again?: Again
  /** Its proof works once and may be used up before the act: repeated it is refused, and nothing was done. */
  usesUp?: boolean
  /** A lease was held when the server died. */
  needsTime?: boolean
  prepare(shop: FormShop): Promise<PreparedForm>
}

/** Never an internal error, never a page without a heading. Returns the page that is shown in the end. */
async function expectClear(person: SitePerson, reply: PageReply): Promise<PageReply> {
  expect(reply.status, reply.text.slice(0, 300)).to.be.below(500)
  const shown = await person.followed(reply)
  expect(shown.status, shown.text.slice(0, 300)).to.be.below(500)
  const isPage = /^text\/html/.test(shown.headers.get('content-type') ?? '')
  if (isPage) expect(shown.html).to.match(/<h1\b/)
  else expect(shown.headers.get('content-type') ?? '', `${shown.status}`).to.match(/^(application\/(json|pdf)|$)/)
  return shown
}

/** @throws AssertionError the act was done in part, was done twice, or the answer leaves in the dark */
export function scenarioOf(act: FormAct): Scenario {
  const { route, about, again = 'same', usesUp = false, needsTime = false } = act
  return {
    name: `form ${route}${about === undefined ? '' : `, ${about}`}`,
    needsTime,
    isThinned: true,
    prepare: async (site) => {
      const shop = await formShopOf(site)
      const { person, form, effects = none, audited, answered, afterwards } = await act.prepare(shop)
      const rowsBefore = (await audited?.()) ?? 0
      const seen = async () => ({
        done: await effects(),
        ...(audited && { rows: (await audited()) - rowsBefore }),
      })
      let expected = effects === none ? 0 : 1
      return {
        act: async (isAgain) => {
          const before = await seen()
          expect(before.done, 'all or nothing').to.be.oneOf([0, expected])
          if (before.rows !== undefined) expect(before.rows, 'on the record as often as done').to.equal(before.done)
          const reply = await person.send(form)
          if (!isAgain) {
            expect(reply.status, reply.text.slice(0, 300)).to.be.below(400)
            return
          }
          if (again === 'anew') expected = before.done + 1
          if (usesUp && before.done === 0) {
            expected = (await seen()).done
            if (expected === 0) expect(reply.status).to.be.within(400, 499)
          }
          const shown = await expectClear(person, reply)
          await answered?.(shown, before.done > 0)
          // The background may be about the same payment just then, and the page asks to try again in a moment.
          if (!needsTime) return
          await site.until(async () => {
            const isDone = (await seen()).done === expected
            if (!isDone) await expectClear(person, await person.send(form))
            return isDone
          }, 'its effect')
        },
        check: async () => {
          const { done, rows } = await seen()
          expect(done, 'effects').to.equal(expected)
          if (rows !== undefined) expect(rows, 'audit rows').to.equal(expected)
          await afterwards?.()
          await expectSound(site)
        },
      }
    },
  }
}

const none = (): Promise<number> => Promise.resolve(0)
