import type { Request } from 'express'
import type { BaseUrl } from '../kernel/named.js'
import { basePathOf } from '../web/base-path.js'

/** Above every address of the dashboard, in its mode, as our routes have it. */
export const modePath = (livemode: boolean): string => (livemode ? '/dashboard' : '/dashboard/test')

/** The dashboard's paths as browsers have them: a proxy may serve the installation below a path of its host. */
export class DashboardPaths {
  private readonly root: string
  /** The home page, with real charges. */
  readonly home: string

  constructor(private readonly baseUrl: BaseUrl) {
    this.root = basePathOf(baseUrl)
    this.home = this.ofMode(true)
  }

  /** Above every address in this mode. */
  ofMode(livemode: boolean): string {
    return this.root + modePath(livemode)
  }

  /** The path that was asked for, with its query. */
  ofRequest({ originalUrl }: Pick<Request, 'originalUrl'>): string {
    return this.root + originalUrl
  }

  /** Where a form or an address asks to go on: a path of the dashboard, or else `home`; others could lead to another site. */
  next(asked: unknown): string {
    const url = typeof asked === 'string' ? URL.parse(asked, this.baseUrl) : null
    const isOurs = url?.origin === new URL(this.baseUrl).origin && `${url.pathname}/`.startsWith(`${this.home}/`)
    // As it was parsed: with every character that an address cannot hold escaped.
    return isOurs ? url.pathname + url.search + url.hash : this.home
  }
}
