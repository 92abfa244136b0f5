import type { Missing } from '../quarantine/quarantine-state.js'
import type { Request, Response } from 'express'
import type { Account } from '../accounts/account.js'
import type { Session } from '../identity/session.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { BaseUrl } from '../kernel/named.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { KEY_FIELD } from '../web/form.js'
import { type Permission, roleMay, seesOwnLinksOnly } from './access.js'
import type { FormFields, FormFile } from './read-form.js'

/** What the frame shows beside the page. */
export interface FrameFacts {
  /** Payments under review, counted up to 10. */
  reviews: number
  /** Something on the home page waits for a person. */
  needsAttention: boolean
  /** The business profile is verified and the subscription active. */
  canGoLive: boolean
  /** In quarantine: nothing is known of what happened between the two. */
  missing: Missing | null
}

/** One request of a person who is signed in, in the mode of its address. */
export interface Visit {
  request: Request
  response: Response
  session: Session
  account: Account
  /** Acts by the surface `dashboard`, as the user, in the mode of the address. */
  principal: AccountPrincipal
  locale: PageLocale
  now: Date
  /** The path of the page, with its query; of a form that was posted: of the page that shows it. */
  address: string
  /** Start of every address in this mode: `/dashboard`, or `/dashboard/test`, below the path of the base URL. */
  base: string
  /** The same in the other mode. */
  otherBase: string
  /** For `PostForm`; accepted in this mode alone. */
  csrfToken: string
  /** A new idempotency key for the form that this answer shows. */
  formKey: string
  /** What was posted; or typed earlier and kept while the person signed in or confirmed, of files their names; else empty. */
  fields: FormFields
  files: Readonly<Record<string, FormFile>>
  /** Read once. A page that reads much may ask for them meanwhile. */
  frameFacts: () => Promise<FrameFacts>
  baseUrl: BaseUrl
  /** Is there a page at this path below the base? */
  hasPage: (path: string) => boolean
}

export const may = ({ session }: Pick<Visit, 'session'>, permission: Permission): boolean =>
  roleMay(session.user.role, permission)

/** The creator whose links are the only ones shown, as links store it; undefined: all links. */
export const ownLinksOf = ({ session, principal }: Pick<Visit, 'session' | 'principal'>): string | undefined =>
  seesOwnLinksOnly(session.user.role) ? creatorOf(principal) : undefined

/** Such as the API accepts. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** The idempotency key of the posted form: a form that is sent twice acts once. A client without one gets a new key. */
export function keyOf({ fields, formKey }: Pick<Visit, 'fields' | 'formKey'>): string {
  const sent = fields[KEY_FIELD] ?? ''
  return KEY.test(sent) ? sent : formKey
}

/** Was a file sent in this field? A page cannot show it again: it has to be chosen again. */
export const hadFile = ({ fields, files }: Pick<Visit, 'fields' | 'files'>, field: string): boolean =>
  files[field] !== undefined || Boolean(fields[field])

/** A parameter of the address. */
export const parameter = ({ request }: Pick<Visit, 'request'>, name: string): string => String(request.params[name])
