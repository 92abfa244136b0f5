export const mailtoHref = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

const MEXICO = '52'

/** WhatsApp needs the country code; ten digits alone are a Mexican number. Null: the country is unknown. */
export function whatsAppHref(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (/^\s*\+/.test(phone)) return digits.length >= 8 ? `https://wa.me/${digits}` : null
  return digits.length === 10 ? `https://wa.me/${MEXICO}${digits}` : null
}

export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
