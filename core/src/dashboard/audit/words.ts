import type { PageLocale } from '../../kernel/choose-locale.js'
import { auditEn } from './words.en.js'
import { auditEsMX, type AuditWords } from './words.es-mx.js'

export type { AuditWords } from './words.es-mx.js'

export const auditWords = (locale: PageLocale): AuditWords => (locale === 'en' ? auditEn : auditEsMX)

/** What was done; of an action without words its code. */
export const actionText = ({ actions }: AuditWords, action: string): string =>
  (actions as Record<string, string>)[action] ?? action
