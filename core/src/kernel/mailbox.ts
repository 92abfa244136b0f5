import { isMailbox as isSender } from '@paylink/config'

/**
 * One plain mailbox, with a dot in its domain: no display name, list, group, comment or quoted part, so that it cannot
 * inject a header.
 */
export const isMailbox = (text: string): boolean => isSender(text) && text.includes('.', text.lastIndexOf('@'))
