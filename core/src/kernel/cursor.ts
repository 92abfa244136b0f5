/** One page of a list, newest first (R23). */
export interface Page<T> {
  data: T[]
  hasMore: boolean
}

/** The last item of the previous page, by (createdAt, id) (R240). */
export interface Cursor {
  createdAt: string
  id: string
}

/** Queries fetch one row more than the page holds; its presence is `has_more`. */
export function toPage<T>(rows: T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit }
}

export const DEFAULT_PAGE = 20
