import type { FormAct } from './form-act.js'
import { BASE } from './form-shop.js'

export const ABOUT_FORMS: readonly FormAct[] = [
  {
    // It looks and writes nothing.
    route: '/settings/about',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      return { person, form: await person.form(`${BASE}/settings/about`, '/about') }
    },
  },
]
