const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** One plain mailbox: no names, lists, groups, comments or quoted parts, nothing that could become a header. */
export const isMailbox = (text: string): boolean => text.length <= 254 && MAILBOX.test(text)
