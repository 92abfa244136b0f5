import type { ExamineInvariants } from '../../doctor/examine-invariants.js'
import type { Check } from '../check.js'
import { DOCTOR, hidden, kind } from '../finding.js'

const hold = kind<object, { checked: number }>({
  code: 'invariants.hold',
  severity: 'fine',
  operator: ({ checked }) => `${checked} hold`,
  'es-MX': () => ({ what: 'Los registros de cobros, facturas y correos cuadran entre sí.' }),
  en: () => ({ what: 'The records of charges, invoices and e-mail agree with each other.' }),
})

const partlyChecked = kind<object, { checked: number; of: number }>({
  code: 'invariants.partly_checked',
  severity: 'attention',
  operator: ({ checked, of }) =>
    `there was time for ${checked} of ${of}, which hold: paylink backup FILE checks all of them`,
  'es-MX': () => ({
    what: 'No hubo tiempo de comparar todos los registros.',
    means: 'Lo que se comparó cuadra.',
    remedy: 'Quien administra el servidor los compara todos cuando hace un respaldo con:',
  }),
  en: () => ({
    what: 'There was no time to compare all records.',
    means: 'What was compared agrees.',
    remedy: 'The person who runs the server has all of them compared by making a backup with:',
  }),
  command: 'paylink backup FILE',
})

const violated = kind<object, { rule: string; rows: string[] }>({
  code: 'invariants.violated',
  severity: 'critical',
  operator: ({ rule, rows }) =>
    `violated: ${rule}: ${rows.join(', ')}: change nothing by hand, make a backup (paylink backup FILE) and report it`,
  'es-MX': () => ({
    what: 'Hay registros de esta instalación que no cuadran entre sí.',
    means: 'Pueden ser de tu cuenta o de otra. No se pierde dinero por esto: manda lo que diga tu proveedor.',
    remedy: 'Pide a quien administra el servidor que lo revise. Ve qué registros son con:',
  }),
  en: () => ({
    what: 'There are records of this installation that do not agree with each other.',
    means: 'They may be of your account or of another. No money is lost by it: what your provider reports counts.',
    remedy: 'Ask the person who runs the server to look into it. They see which records with:',
  }),
  command: DOCTOR,
})

/** Of the rows of all accounts: people are told that something is wrong, and no ids. */
export const invariantsCheck = (examine: Pick<ExamineInvariants, 'run'>): Check => ({
  name: 'invariants',
  subject: { 'es-MX': 'si los registros cuadran', en: 'whether the records agree' },
  look: async (msLeft) => {
    const { checked, of, violations } = await examine.run(msLeft)
    if (checked === 0)
      throw new Error(`there was no time to check any of the ${of} invariants: run paylink doctor again`)
    if (violations.length === 0 && checked < of) return [partlyChecked('invariants', hidden({ checked, of }))]
    if (violations.length === 0) return [hold('invariants', hidden({ checked }))]
    return violations.map(({ id, rule, rows }) => violated(id, hidden({ rule, rows })))
  },
})
