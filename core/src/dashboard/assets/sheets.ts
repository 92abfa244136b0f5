import { AGENT_STYLES } from '../agents/agents.styles.js'
import { APPROVAL_STYLES } from '../approvals/approvals.styles.js'
import { ACCOUNTANT_STYLES } from '../accountant/accountant.styles.js'
import { ABOUT_STYLES } from '../about/about.styles.js'
import { BASE_STYLES } from '../../web/base.styles.js'
import { BUTTON_STYLES } from '../../web/button.js'
import { CONFIRM_STYLES } from '../../web/confirm-step.js'
import { COPY_STYLES } from '../../web/copyable.js'
import { TABLE_STYLES } from '../../web/data-table.js'
import { FORM_STYLES } from '../../web/form.styles.js'
import { NOTICE_STYLES } from '../../web/notice.js'
import { PAGER_STYLES } from '../../web/pager.js'
import type { Stylesheet } from '../../web/stylesheet.js'
import { DASHBOARD_THEME_RULES } from '../../web/theme.js'
import { CHART_STYLES } from '../components/chart.js'
import { CHIP_STYLES } from '../components/chip.js'
import { FILE_FIELD_STYLES } from '../components/file-field.styles.js'
import { FIELD_STYLES } from '../components/fields.styles.js'
import { FILTER_STYLES } from '../components/filter-bar.styles.js'
import { FLOATING_STYLES } from '../components/floating.styles.js'
import { PAGE_HEAD_STYLES } from '../components/page-head.js'
import { PARTS_STYLES } from '../components/parts.styles.js'
import { PREVIEW_STYLES } from '../components/preview-fold.js'
import { PRINT_STYLES } from '../frame/print.styles.js'
import { FRAME_BASE_STYLES } from '../frame/base.styles.js'
import { FRAME_STYLES } from '../frame/frame.styles.js'
import { NAVIGATION_STYLES } from '../frame/navigation.styles.js'
import { OUTSIDE_STYLES } from '../frame/outside.styles.js'
import { BRAND_STYLES } from '../brand/brand.styles.js'
import { BRAND_FORM_STYLES } from '../brand-form/brand-form.styles.js'
import { CONNECTION_STYLES } from '../connections/connections.styles.js'
import { EMAIL_STYLES } from '../email/email.styles.js'
import { INVOICING_STYLES } from '../invoicing/invoicing.styles.js'
import { HOME_STYLES } from '../home/home.styles.js'
import { PAYMENT_STYLES } from '../payments/payments.styles.js'
import { REVIEW_STYLES } from '../review/review.styles.js'
import { CONSENT_STYLES } from '../consent/consent.styles.js'
import { KEYS_STYLES, SCOPE_STYLES } from '../keys/keys.styles.js'
import { LINKS_STYLES } from '../links/links.styles.js'
import { SECURITY_STYLES } from '../security/security.styles.js'
import { SETTINGS_STYLES } from '../settings/settings.styles.js'
import { SETUP_STYLES } from '../setup/setup.styles.js'
import { SIGN_IN_STYLES } from '../sign-in/sign-in.styles.js'
import { AUDIT_STYLES } from '../audit/audit.styles.js'
import { TEAM_STYLES } from '../team/team.styles.js'
import { WEBHOOK_STYLES } from '../webhooks/webhooks.styles.js'
import { LINK_FORM_STYLES } from '../link-form/link-form.styles.js'

/** Later ones overrule earlier ones. An area that is used every day adds its styles at the end. */
const SHEETS = [
  BASE_STYLES,
  FRAME_BASE_STYLES,
  BUTTON_STYLES,
  NOTICE_STYLES,
  FORM_STYLES,
  FIELD_STYLES,
  FILE_FIELD_STYLES,
  PREVIEW_STYLES,
  TABLE_STYLES,
  PAGER_STYLES,
  COPY_STYLES,
  CONFIRM_STYLES,
  CHIP_STYLES,
  PAGE_HEAD_STYLES,
  FILTER_STYLES,
  PARTS_STYLES,
  CHART_STYLES,
  FLOATING_STYLES,
  NAVIGATION_STYLES,
  FRAME_STYLES,
  LINK_FORM_STYLES,
  PAYMENT_STYLES,
  REVIEW_STYLES,
  HOME_STYLES,
  LINKS_STYLES,
  SIGN_IN_STYLES,
  BRAND_FORM_STYLES,
  PRINT_STYLES,
]

/** Of the settings and of the page for the accountant alone: the daily pages stay light. */
const SETTINGS_SHEETS = [
  SETTINGS_STYLES,
  SECURITY_STYLES,
  ACCOUNTANT_STYLES,
  CONNECTION_STYLES,
  INVOICING_STYLES,
  EMAIL_STYLES,
  TEAM_STYLES,
  AUDIT_STYLES,
  KEYS_STYLES,
  SCOPE_STYLES,
  AGENT_STYLES,
  APPROVAL_STYLES,
  WEBHOOK_STYLES,
  ABOUT_STYLES,
  BRAND_STYLES,
]

/** Of pages without the navigation: before a session, in the first run, for a program that asks to be connected. */
const OUTSIDE_SHEETS = [OUTSIDE_STYLES, SETUP_STYLES, SCOPE_STYLES, CONSENT_STYLES]

const textOf = (sheets: readonly Stylesheet[]): string => sheets.map(({ text }) => text).join('')

export const OUTSIDE_CSS = textOf(OUTSIDE_SHEETS)

export const SETTINGS_CSS = textOf(SETTINGS_SHEETS)

export const DASHBOARD_CSS = DASHBOARD_THEME_RULES + textOf(SHEETS)
