/** Whose mailbox a mail goes to. */
export const SIDES = ['former', 'new'] as const
export type Side = (typeof SIDES)[number]

/** A change of the address that a person signs in with. It needs the consent of both mailboxes. */
export interface EmailChange {
  id: string
  userId: string
  accountId: string
  fromEmail: string
  toEmail: string
  createdAt: string
  expiresAt: string
  /** When the button in the mail to each address was pressed. */
  formerAgreedAt: string | null
  newAgreedAt: string | null
  doneAt: string | null
  withdrawnAt: string | null
}

export const isPending = ({ doneAt, withdrawnAt, expiresAt }: EmailChange, now: Date): boolean =>
  doneAt === null && withdrawnAt === null && Date.parse(expiresAt) > now.getTime()

export const hasAgreed = (change: EmailChange, side: Side): boolean =>
  (side === 'former' ? change.formerAgreedAt : change.newAgreedAt) !== null
