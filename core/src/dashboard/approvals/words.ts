import type { PageLocale } from '../../kernel/choose-locale.js'
import { approvalsEn } from './words.en.js'
import { approvalsEsMX, type ApprovalWords } from './words.es-mx.js'

export type { ApprovalWords } from './words.es-mx.js'

export const approvalWords = (locale: PageLocale): ApprovalWords => (locale === 'en' ? approvalsEn : approvalsEsMX)
