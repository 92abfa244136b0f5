import { expect } from 'chai'
import { askApproval } from './forms/approval-forms.js'
import { formShopOf } from './forms/form-shop.js'
import type { Scenario } from './scenarios.js'
import { expectSound } from './soundness.js'

/** An approved call dies on its way, and is made again under its key: one link. */
export const callApproved: Scenario = {
  name: 'call a tool that was approved',
  prepare: async (site) => {
    const { person, page, title, call } = await askApproval(await formShopOf(site))
    const { status, text } = await person.send(await person.form(page, '/approve'))
    if (status !== 303) throw new Error(`not approved: ${status} ${text.slice(0, 200)}`)
    const ids = new Set<string>()
    return {
      act: async () => {
        const answer = await call()
        expect(answer?.object, JSON.stringify(answer)).to.equal('payment_link')
        ids.add(answer.id as string)
      },
      check: async () => {
        const rows = await site.view.rows('select id from payment_links where title = ?', [title])
        expect(rows.map(({ id }) => id as string)).to.deep.equal([...ids])
        await expectSound(site)
      },
    }
  },
}
