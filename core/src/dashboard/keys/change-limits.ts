import type { Controls } from '../../kernel/principal.js'
import { Problem } from '../../kernel/problem.js'
import { RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { keyOf, type Visit } from '../visit.js'
import { type Limited, limitsPage } from './limits-page.js'
import { controlFaults, readTypedControls } from './typed-controls.js'
import { keysWords } from './words.js'

/** Stores the limits that were typed, or shows the form again with what is wrong. */
export async function changeLimits(
  visit: Visit,
  limited: Limited,
  store: (controls: Controls) => Promise<void>,
): Promise<void> {
  try {
    await store(readTypedControls(visit.fields, limited.controls?.currency))
  } catch (error) {
    if (error instanceof Problem) {
      const faults = controlFaults(error, keysWords(visit.locale))
      if (faults.length === 0) throw error
      return showPage(visit, limitsPage({ ...visit, formKey: keyOf(visit) }, limited, faults), 422)
    }
    if (!(error instanceof RepeatedForm)) throw error
  }
  redirect(visit, `${limited.back.path}?saved=limits`)
}
