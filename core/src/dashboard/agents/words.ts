import type { PageLocale } from '../../kernel/choose-locale.js'
import { agentsEn } from './words.en.js'
import { agentsEsMX, type AgentWords } from './words.es-mx.js'

export type { AgentWords } from './words.es-mx.js'

export const agentWords = (locale: PageLocale): AgentWords => (locale === 'en' ? agentsEn : agentsEsMX)
