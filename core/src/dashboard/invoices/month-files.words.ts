import type { PageLocale } from '../../kernel/choose-locale.js'

const esMx = {
  title: 'PDF y XML del mes',
  download: 'Descargar PDF y XML del mes',
  /** Beside other formats of the month. */
  short: 'PDF y XML',
  /** Where there are no other formats. */
  alone: 'PDF y XML de las facturas',
  none: (month: string) => `En ${month} no se timbró ninguna factura`,
  wrongMonth: 'Ese mes no existe',
  which: 'Una factura es del mes en que se timbró, según la hora del centro de México.',
  invoices: 'Facturas',
  back: 'Ver las facturas',
}

const en: typeof esMx = {
  title: 'The month’s PDF and XML',
  download: 'Download the month’s PDF and XML',
  short: 'PDF and XML',
  alone: 'PDF and XML of the invoices',
  none: (month) => `No invoice was stamped in ${month}`,
  wrongMonth: 'That month doesn’t exist',
  which: 'An invoice belongs to the month in which it was stamped, in central Mexico time.',
  invoices: 'Invoices',
  back: 'See the invoices',
}

export const monthFilesWords = (locale: PageLocale): typeof esMx => (locale === 'en' ? en : esMx)
