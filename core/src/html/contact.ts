export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

const MEXICO = '52'

/** Null: without its country the number is not known to WhatsApp. Ten digits alone are a Mexican number. */
export function whatsAppTo(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (/^\s*\+/.test(phone)) return digits.length >= 8 ? `https://wa.me/${digits}` : null
  return digits.length === 10 ? `https://wa.me/${MEXICO}${digits}` : null
}

export const callTo = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
