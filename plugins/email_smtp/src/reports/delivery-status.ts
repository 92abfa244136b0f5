import type { MailFate, MailReport } from '@paylink/plugin-api'
import { oneLine } from '../words.js'
import { isAddressGone } from './address-gone.js'
import { blocksOf, valuesOf, type Field } from './fields.js'
import type { About } from './report-message.js'

/** RFC 3464, 2.3.3. Handed on to a server that sends no reports, or to a list, tells nothing of the mailbox. */
const FATES: Record<string, MailFate | undefined> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: undefined,
  expanded: undefined,
}

/** One report for each recipient that the notification has news of. */
export function readDeliveryStatus(content: Uint8Array, about: About): MailReport[] {
  return blocksOf(content).flatMap((recipient) => {
    const action = /^\w+/.exec(valuesOf(recipient, 'action')[0] ?? '')?.[0].toLowerCase() ?? ''
    const fate = Object.hasOwn(FATES, action) ? FATES[action] : undefined
    return fate
      ? [{ fate, ...about, isAddressGone: fate === 'bounced' && isGone(recipient), says: saysOf(recipient) }]
      : []
  })
}

function isGone(recipient: Field[]): boolean {
  const [status = ''] = valuesOf(recipient, 'status')
  const [diagnosis = ''] = valuesOf(recipient, 'diagnostic-code')
  return isAddressGone(status, diagnosis.replace(/^[\w-]+ *; */, ''))
}

function saysOf(recipient: Field[]): string | null {
  const [diagnosis = ''] = valuesOf(recipient, 'diagnostic-code')
  const [status = ''] = valuesOf(recipient, 'status')
  return oneLine(diagnosis.replace(/^[\w-]+ *; */, '')) || oneLine(status) || null
}
