import type { ComponentChildren, VNode } from 'preact'
import { may, type Visit } from '../visit.js'
import { SENT } from './paths.js'

/** To the page of a mail, for those who may open it. */
export const MailLink = ({ visit, id, children }: { visit: Visit; id: string; children: ComponentChildren }): VNode =>
  may(visit, 'settings:manage') ? <a href={`${visit.base}${SENT}/${id}`}>{children}</a> : <>{children}</>
