import { INVOICING_SERVICE } from './invoicing-connection.js'

/** Where the provider sends its notifications. */
export const invoicingNotificationUrl = (baseUrl: string, connectionId: string): string =>
  `${baseUrl}/hooks/${INVOICING_SERVICE}/${connectionId}`
