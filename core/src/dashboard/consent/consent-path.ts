/** Below the base of the mode that the program asks for. */
export const CONSENT = '/settings/agents/connect/:id'

export const consentPath = (uid: string): string => CONSENT.replace(':id', uid)
