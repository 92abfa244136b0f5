import { creatorOf } from '../../kernel/principal.js'
import { seesOwnLinksOnly } from '../access.js'
import type { Visit } from '../visit.js'

/** The creator whose links are the only ones this person sees, as `creatorOf` tells; undefined: all links. */
export const ownCreatorOf = ({ session, principal }: Pick<Visit, 'session' | 'principal'>): string | undefined =>
  seesOwnLinksOnly(session.user.role) ? creatorOf(principal) : undefined
