import type { Permission } from './access.js'
import type { Visit } from './visit.js'

/** One address of the dashboard, served in both modes. */
export interface Route {
  method: 'get' | 'post'
  /** Below `/dashboard` and `/dashboard/test`, with parameters: `/links/:id`. */
  path: string
  permission: Permission
  /** A dangerous act, or a form for one: the person must have proved who they are within the last 10 minutes. */
  confirms?: boolean
  /** Of a post: the page that has the form, where its address has no page. Takes the parameters of `path`. */
  formAt?: string
  /**
   * Of a post: the fields to keep where the session ended meanwhile, or identity must be confirmed first, and to show again
   * then. None unless they are declared, so that a secret that was forgotten here is not kept.
   */
  keeps?: (field: string) => boolean
  answer: (visit: Visit) => Promise<void>
}

/** For `keeps`: of a form without secrets. */
export const everyField = (): boolean => true

/** For `keeps`. */
export const fieldsNamed =
  (...names: readonly string[]) =>
  (field: string): boolean =>
    names.includes(field)
