/** Below the base of the mode that the program asks for. */
export const consentPath = (uid: string): string => `/settings/agents/connect/${uid}`
