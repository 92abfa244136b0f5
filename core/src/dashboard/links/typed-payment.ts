import { localDay, localHour } from '../../kernel/local-day.js'
import type { MarkPaymentLinkPaidBody } from '../../payments/mark-link-paid.js'
import type { FormFault } from '../../web/form.js'
import { seesOwnLinksOnly } from '../access.js'
import { pickedTime } from '../link-form/link-request.js'
import type { FormFile } from '../read-form.js'
import type { Visit } from '../visit.js'
import type { LinkWords } from './words.js'

export type PaidMethod = NonNullable<MarkPaymentLinkPaidBody['method']>

const METHODS: readonly PaidMethod[] = ['spei_transfer', 'retail_cash', 'card', 'other']

/** As `parseProof` takes them. */
const FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']
export const ACCEPTED_FILES = FILE_TYPES.join(',')
export const MAX_FILE_BYTES = 716_800
const MAX_NOTE = 1000

/** The form of a payment outside the checkout, as it was typed. */
export interface TypedPayment {
  method: string
  paidOn: string
  paidTime: string
  note: string
}

/** A cashier takes cash. */
export const methodsFor = ({ session }: Pick<Visit, 'session'>): readonly PaidMethod[] =>
  seesOwnLinksOnly(session.user.role) ? ['retail_cash'] : METHODS

/** The present moment, in the account's time zone. */
export function emptyPayment(visit: Visit): TypedPayment {
  const { account, now } = visit
  const methods = methodsFor(visit)
  return {
    method: methods.length === 1 ? (methods[0] ?? '') : '',
    paidOn: localDay(now, account.brand.timeZone),
    paidTime: localHour(now, account.brand.timeZone),
    note: '',
  }
}

export const readTypedPayment = ({ fields }: Pick<Visit, 'fields'>): TypedPayment => ({
  method: fields['method'] ?? '',
  paidOn: fields['paidOn'] ?? '',
  paidTime: fields['paidTime'] ?? '',
  note: fields['note'] ?? '',
})

/** The body of the API's operation, and what is wrong with what was typed. */
export function toMarkPaidRequest(
  visit: Visit,
  typed: TypedPayment,
  words: LinkWords['paid'],
): { body: MarkPaymentLinkPaidBody; faults: FormFault[] } {
  const faults: FormFault[] = []
  const method = methodsFor(visit).find((known) => known === typed.method)
  if (method === undefined) faults.push({ name: 'method', text: words.faults.method })
  const paidAt = pickedTime(visit.account.brand.timeZone, typed.paidOn, typed.paidTime)
  if (paidAt === null) faults.push({ name: 'paidOn', text: words.faults.when })
  else if (paidAt > visit.now) faults.push({ name: 'paidOn', text: words.faults.future })
  const note = typed.note.trim()
  if (note.length > MAX_NOTE) faults.push({ name: 'note', text: words.faults.note })
  const file = visit.files['proof']
  const wrong = file && faultOfFile(file, words)
  if (wrong !== undefined) faults.push({ name: 'proof', text: wrong })
  return {
    faults,
    body: {
      ...(method !== undefined && { method }),
      ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
      ...(note !== '' && { note }),
      ...(file && { reference: `data:${file.type};base64,${Buffer.from(file.bytes).toString('base64')}` }),
    },
  }
}

/** What a file that cannot be kept is, so that people recognize it. */
function faultOfFile({ name, type, size }: FormFile, words: LinkWords['paid']): string | undefined {
  const reasons = [
    !FILE_TYPES.includes(type) && words.faults.fileType(endingOf(name)),
    size > MAX_FILE_BYTES && words.faults.fileSize(`${(size / 1024 / 1024).toFixed(1)} MB`),
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? words.faults.file(reasons.join(', ')) : undefined
}

const endingOf = (name: string): string => (/\.(\w{1,8})$/.exec(name)?.[1] ?? '?').toUpperCase()
