import type { PageLocale } from '../kernel/choose-locale.js'
import type { EmailKind } from './email.js'
import { oneLine } from './one-line.js'

const MAX_LENGTH = 150
/** So that a long merchant name leaves room for the title. */
const MAX_NAME_LENGTH = 60

/** An email of a kind, or one whose subject differs from its kind's. */
export type SubjectKind = EmailKind | 'email_change'

interface SubjectWords {
  /** Used if the name has no printable character. */
  unnamedMerchant: string
  heads: Record<SubjectKind, (merchant: string) => string>
}

const WORDS: Record<PageLocale, SubjectWords> = {
  'es-MX': {
    unnamedMerchant: 'El comercio',
    heads: {
      request: (merchant) => `${merchant} te pide un pago`,
      reminder: (merchant) => `Tu enlace de pago de ${merchant} está por vencer`,
      receipt: (merchant) => `Recibo de tu pago a ${merchant}`,
      invoice: (merchant) => `Tu factura de ${merchant}`,
      alert: (merchant) => `${merchant}: algo necesita tu atención`,
      sheet: (merchant) => `${merchant}: la hoja del mes está lista`,
      approval: (merchant) => `${merchant}: un agente pide tu permiso`,
      invitation: (merchant) => `Te invitaron al panel de ${merchant}`,
      reset: (merchant) => `Pon una contraseña nueva para ${merchant}`,
      security: (merchant) => `Cambió tu acceso a ${merchant}`,
      email_change: (merchant) => `Confirma el cambio de correo de tu acceso a ${merchant}`,
    },
  },
  en: {
    unnamedMerchant: 'The merchant',
    heads: {
      request: (merchant) => `${merchant} is requesting a payment`,
      reminder: (merchant) => `Your payment link from ${merchant} is about to expire`,
      receipt: (merchant) => `Receipt for your payment to ${merchant}`,
      invoice: (merchant) => `Your invoice from ${merchant}`,
      alert: (merchant) => `${merchant}: something needs your attention`,
      sheet: (merchant) => `${merchant}: the month’s sheet is ready`,
      approval: (merchant) => `${merchant}: an agent asks for your approval`,
      invitation: (merchant) => `You’re invited to ${merchant}’s dashboard`,
      reset: (merchant) => `Set a new password for ${merchant}`,
      security: (merchant) => `Your sign-in for ${merchant} changed`,
      email_change: (merchant) => `Confirm the new email address of your sign-in for ${merchant}`,
    },
  },
}

/** `title`: of the link, the topic of an alert, or what an agent wants to do. */
export function subjectOf(kind: SubjectKind, locale: PageLocale, merchantName: string, title: string): string {
  const { heads, unnamedMerchant } = WORDS[locale]
  const head = heads[kind](oneLine(merchantName, MAX_NAME_LENGTH) || unnamedMerchant)
  const about = oneLine(title, MAX_LENGTH)
  return oneLine(about === '' ? head : `${head}: ${about}`, MAX_LENGTH)
}
