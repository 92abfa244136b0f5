import { seeOther } from '../web/answer.js'
import { dashboardHeaders } from '../web/dashboard-headers.js'
import { logoAddress } from './logo.js'
import type { FramedPage } from './framed-page.js'
import { pathBelow } from './frame/entries.js'
import { renderFrame } from './frame/frame.js'
import type { Visit } from './visit.js'

/** Sends a page in the frame of the dashboard. */
export async function showPage(visit: Visit, page: FramedPage, status = 200): Promise<void> {
  const { baseUrl, hasPage } = visit
  const facts = await visit.frameFacts()
  const extras = { ...facts, otherModeHref: inOtherMode(visit), hasPage, baseUrl, mark: logoAddress(visit) }
  visit.response
    .status(status)
    .set(dashboardHeaders())
    .send(renderFrame(visit, page, extras))
}

/** The answer to a form that was accepted. `path`: below the base, with its query. */
export const redirect = (visit: Visit, path: string): void => seeOther(visit.response, visit.base + path)

/** The same section in the other mode, not the same thing; settings valid in both stay where they are. Elsewhere its home. */
function inOtherMode(visit: Visit): string {
  const [section = '', page = ''] = pathBelow(visit).slice(1).split('/')
  const path = section === 'settings' ? `/${section}/${page}` : `/${section}`
  return visit.hasPage(path) ? visit.otherBase + path : visit.otherBase
}
