/** Files as MCP resources. Ids are opaque: one that does not exist is not found. */
export const FILE_TEMPLATES = [
  {
    name: 'payment-receipt',
    title: 'Receipt of a payment recorded by hand',
    uriTemplate: 'paylink://payments/{id}/reference',
    mimeType: 'application/octet-stream',
    scope: 'payments:read',
  },
  {
    name: 'invoice-pdf',
    title: 'Invoice of a payment, as PDF',
    uriTemplate: 'paylink://payments/{id}/invoice.pdf',
    mimeType: 'application/pdf',
    scope: 'invoices:read',
  },
  {
    name: 'invoice-xml',
    title: 'Invoice of a payment, as XML (CFDI)',
    uriTemplate: 'paylink://payments/{id}/invoice.xml',
    mimeType: 'application/xml',
    scope: 'invoices:read',
  },
] as const

export type FileTemplate = (typeof FILE_TEMPLATES)[number]

const URI = /^paylink:\/\/payments\/([0-9a-z_]{1,64})\/(reference|invoice\.pdf|invoice\.xml)$/

export const referenceUri = (id: string): string => `paylink://payments/${encodeURIComponent(id)}/reference`

/** The payment and kind of file that a URI names; undefined: it is none of ours. */
export function readFileUri(uri: string): { id: string; template: FileTemplate } | undefined {
  const [, id, file] = URI.exec(uri) ?? []
  const template = FILE_TEMPLATES.find(({ uriTemplate }) => uriTemplate.endsWith(`/${file}`))
  return id === undefined || !template ? undefined : { id, template }
}
