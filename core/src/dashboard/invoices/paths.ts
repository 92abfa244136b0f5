import { listAddress } from '../list-address.js'
import type { Visit } from '../visit.js'

/** Below the base. */
export const INVOICES = '/invoices'
export const MONTH_FILES = `${INVOICES}.zip`

/** The files of a month, as `2026-11`; of the present one if it is empty. */
export const monthFilesAddress = ({ base }: Pick<Visit, 'base'>, month: string): string =>
  listAddress(base + MONTH_FILES, { month })
