import type { EmailTransport, MailReport } from '@paylink/plugin-api'
import { displayText, Fields, flag, listOf, MalformedAnswerError, oneOf, type Read } from './fields.js'
import type { TransportFactory } from './installed-plugin.js'

const MAX_LISTED = 10_000
const OUTCOME = oneOf('delivered', 'delayed', 'bounced', 'complained')

/** The same transports with every answer checked against the contract. */
export const withCheckedTransports = (factory: TransportFactory): TransportFactory => ({
  create: (config) => withCheckedEmail(factory.create(config)),
})

function withCheckedEmail(transport: EmailTransport): EmailTransport {
  return {
    check: async (ctx) => toFault(await transport.check(ctx)),
    send: async (mail, ctx) => {
      const fields = new Fields(await transport.send(mail, ctx), 'the answer')
      return { answer: fields.get('answer', displayText) }
    },
    readReport: async (raw, ctx) => {
      const reports = await transport.readReport(raw, ctx)
      return new Fields({ reports }, 'the answer').list('reports', MAX_LISTED, toReport)
    },
    close: () => transport.close(),
  }
}

/** From the headers of any mail, so of any length. */
const quoted: Read<string> = (value) => (typeof value === 'string' ? value : undefined)

function toFault(answer: unknown): string | null {
  if (answer === null) return null
  const fault = displayText(answer)
  if (fault === undefined) throw new MalformedAnswerError('check() must return null or a string')
  return fault
}

const toReport = (fields: Fields): MailReport => ({
  fate: fields.get('fate', OUTCOME),
  envelopeFrom: fields.get('envelopeFrom', listOf(quoted, MAX_LISTED)),
  messageIds: fields.get('messageIds', listOf(quoted, MAX_LISTED)),
  isAddressGone: fields.get('isAddressGone', flag),
  says: fields.optional('says', displayText) ?? null,
})
