const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** One plain mailbox: no display name, list, group, comment or quoted part, so that it cannot inject a header. */
export const isMailbox = (text: string): boolean => text.length <= 254 && MAILBOX.test(text)
