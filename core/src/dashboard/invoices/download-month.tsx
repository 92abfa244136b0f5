import type { VNode } from 'preact'
import { isMonth } from '../../kernel/calendar-month.js'
import { ButtonLink } from '../../web/button.js'
import { DownloadMark } from '../components/icons.js'
import { textIn } from '../list-address.js'
import type { Visit } from '../visit.js'
import { monthFilesWords } from './month-files.words.js'
import { monthFilesAddress } from './paths.js'

/** Of the month in the address of the page, or of the present one. */
export function DownloadMonth({ visit }: { visit: Visit }): VNode {
  const asked = textIn(visit.request.query, 'month')
  return (
    <ButtonLink icon={DownloadMark} href={monthFilesAddress(visit, isMonth(asked) ? asked : '')}>
      {monthFilesWords(visit.locale).download}
    </ButtonLink>
  )
}
