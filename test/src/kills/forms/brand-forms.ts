import { randomUUID } from 'node:crypto'
import { pngLogo } from '../../support/pictures.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const BRAND = `${BASE}/settings/brand`

/** The server remembers accounts until the generation changes. */
const changeAccount = (shop: FormShop, values: string): Promise<void> =>
  shop.change(`update accounts set ${values}`, 'update generation set value = value + 1')

/** Counts the rows about accounts from now on. */
async function auditedFromNow(shop: FormShop): Promise<() => Promise<number>> {
  const rows = () => shop.count("select seq from audit_entries where action = 'account.changed'")
  const before = await rows()
  return async () => (await rows()) - before
}

const previewOf = (tail: string): FormAct => ({
  route: `/settings/brand/preview${tail}`,
  prepare: async (shop) => {
    const person = await shop.freshOwner()
    const { path, fields } = await person.form(BRAND, '/brand', { name: 'Not saved' })
    return { person, form: { path: `${path}/preview${tail}`, fields } }
  },
})

const granting = (act: string, before: string, after: string): FormAct => ({
  route: `/settings/brand/${act}`,
  prepare: async (shop) => {
    await changeAccount(shop, before)
    const person = await shop.freshOwner()
    const form = await person.form(act === 'deactivate' ? `${BRAND}/deactivate` : BRAND, `/${act}`)
    return {
      person,
      form,
      effects: () => shop.count(`select id from accounts where ${after}`),
      audited: await auditedFromNow(shop),
    }
  },
})

export const BRAND_FORMS: readonly FormAct[] = [
  {
    route: '/settings/brand',
    prepare: async (shop) => {
      await changeAccount(shop, 'brand_logo = null, brand_logo_type = null')
      const name = randomUUID()
      const person = await shop.freshOwner()
      const form = await person.form(BRAND, '/brand', { name })
      const files = { logo: { name: 'logo.png', type: 'image/png', content: pngLogo() } }
      return {
        person,
        form: { ...form, files },
        effects: () => shop.count('select id from accounts where name = ? and brand_logo is not null', name),
        audited: await auditedFromNow(shop),
      }
    },
  },
  previewOf(''),
  previewOf('/receipt.pdf'),
  granting('verify', 'verified_at = null', 'verified_at is not null'),
  granting('activate', "subscription = 'inactive'", "subscription = 'active'"),
  granting('deactivate', "subscription = 'active'", "subscription = 'inactive'"),
]
