import { INVOICING_SERVICE } from './invoicing-connection.js'

export const invoicingNotificationUrl = (baseUrl: string, connectionId: string): string =>
  `${baseUrl}/hooks/${INVOICING_SERVICE}/${connectionId}`
