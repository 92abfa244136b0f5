import type { PageLocale } from '../kernel/choose-locale.js'

const MAX_NAME_LENGTH = 40
const NAMES = { 'es-MX': 'recibo', en: 'receipt' } as const

/** `recibo-flores-lupita-2026-11-21.pdf`: ASCII letters, and the day of the payment in UTC. */
export function receiptFileName(locale: PageLocale, merchantName: string, paidAt: string): string {
  const merchant = merchantName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-|-$/g, '')
  return [NAMES[locale], merchant, paidAt.slice(0, 10)].filter((part) => part !== '').join('-') + '.pdf'
}
