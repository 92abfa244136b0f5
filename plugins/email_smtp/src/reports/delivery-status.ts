import type { MailFate, MailReport } from '@paylink/plugin-api'
import { oneLine } from '../server-text.js'
import { isAddressGone } from './address-gone.js'
import { blocksOf, valuesOf, type Field } from './fields.js'
import type { About } from './report-message.js'

/** RFC 3464, 2.3.3. `relayed` and `expanded` say nothing about the mailbox. */
const OUTCOMES: Record<string, MailFate | undefined> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: undefined,
  expanded: undefined,
}

/** One report per recipient in the delivery status. */
export function readDeliveryStatus(content: Uint8Array, about: About): MailReport[] {
  return blocksOf(content).flatMap((recipient) => {
    const action = /^\w+/.exec(valuesOf(recipient, 'action')[0] ?? '')?.[0].toLowerCase() ?? ''
    const outcome = Object.hasOwn(OUTCOMES, action) ? OUTCOMES[action] : undefined
    return outcome
      ? [
          {
            fate: outcome,
            ...about,
            isAddressGone: outcome === 'bounced' && isGone(recipient),
            says: messageOf(recipient),
          },
        ]
      : []
  })
}

function isGone(recipient: Field[]): boolean {
  const [status = ''] = valuesOf(recipient, 'status')
  const [diagnosis = ''] = valuesOf(recipient, 'diagnostic-code')
  return isAddressGone(status, diagnosis.replace(/^[\w-]+ *; */, ''))
}

function messageOf(recipient: Field[]): string | null {
  const [diagnosis = ''] = valuesOf(recipient, 'diagnostic-code')
  const [status = ''] = valuesOf(recipient, 'status')
  return oneLine(diagnosis.replace(/^[\w-]+ *; */, '')) || oneLine(status) || null
}
