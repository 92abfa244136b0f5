import type { PageLocale } from '../../kernel/choose-locale.js'
import { type ComponentWords, componentsEsMX } from './words.es-mx.js'

const componentsEn: ComponentWords = {
  copy: 'Copy',
  copied: 'Copied',
  optional: 'optional',
  chooseFile: 'Choose file',
  changeFile: 'Change',
  chooseAgain: 'Choose the file again.',
  noFile: 'No file',
  filter: 'Filter',
  filters: 'Filters',
  clearAll: 'Clear all',
  remove: (label) => `Remove “${label}”`,
  more: 'More',
  seeAll: 'See all',
  seeTable: 'See as a table',
  day: 'Day',
  total: 'Total',
  now: 'just now',
  minutesAgo: (minutes) => `${minutes} min ago`,
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  periods: {
    any: 'Any date',
    today: 'Today',
    week: 'This week',
    month: 'This month',
    last_month: 'Last month',
    '90_days': 'Last 90 days',
  },
}

const LANGUAGES: Record<PageLocale, ComponentWords> = { 'es-MX': componentsEsMX, en: componentsEn }

export const componentWords = (locale: PageLocale): ComponentWords => LANGUAGES[locale]
