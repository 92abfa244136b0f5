import type { VNode } from 'preact'
import { ButtonLink } from '../../web/button.js'
import { DownloadMark } from '../components/icons.js'
import { textIn } from '../list-address.js'
import type { Visit } from '../visit.js'
import { monthFilesWords } from './month-files.words.js'
import { monthFilesAddress } from './paths.js'

/** Of the month that the page shows, or of the present one. */
export const DownloadMonth = ({ visit }: { visit: Visit }): VNode => (
  <ButtonLink icon={DownloadMark} href={monthFilesAddress(visit, textIn(visit.request.query, 'month'))}>
    {monthFilesWords(visit.locale).download}
  </ButtonLink>
)
