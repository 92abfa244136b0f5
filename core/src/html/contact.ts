export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

export const callTo = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
