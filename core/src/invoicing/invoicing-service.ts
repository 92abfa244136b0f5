/** The id of the only invoicing plugin. */
export const INVOICING_SERVICE = 'invoicing_provider'
