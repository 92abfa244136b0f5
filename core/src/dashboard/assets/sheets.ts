import { BUTTON_STYLES } from '../../web/button.js'
import { CONFIRM_STYLES } from '../../web/confirm-step.js'
import { COPY_STYLES } from '../../web/copyable.js'
import { TABLE_STYLES } from '../../web/data-table.js'
import { FORM_STYLES } from '../../web/form.styles.js'
import { NOTICE_STYLES } from '../../web/notice.js'
import { PAGER_STYLES } from '../../web/pager.js'
import { DASHBOARD_THEME_RULES } from '../../web/theme.js'
import { BASE_STYLES } from '../frame/base.styles.js'
import { FRAME_STYLES } from '../frame/frame.styles.js'
import { NAVIGATION_STYLES } from '../frame/navigation.styles.js'
import { OUTSIDE_STYLES } from '../frame/outside.styles.js'

/** Later ones overrule earlier ones. An area with styles of its own adds them at the end. */
const SHEETS = [
  BASE_STYLES,
  BUTTON_STYLES,
  NOTICE_STYLES,
  FORM_STYLES,
  TABLE_STYLES,
  PAGER_STYLES,
  COPY_STYLES,
  CONFIRM_STYLES,
  FRAME_STYLES,
  NAVIGATION_STYLES,
  OUTSIDE_STYLES,
]

export const DASHBOARD_CSS = DASHBOARD_THEME_RULES + SHEETS.map(({ text }) => text).join('')
