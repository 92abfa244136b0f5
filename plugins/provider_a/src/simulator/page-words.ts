const ES = {
  documentTitle: 'Pago de prueba',
  testMode: 'Modo de prueba: ningún cobro es real.',
  asksFor: 'Total a pagar',
  total: 'Total',
  choose: 'Elige cómo termina este pago de prueba.',
  succeed: 'Pagar con tarjeta',
  succeedHint: 'Crédito, de prueba: se aprueba',
  decline: 'Pagar con tarjeta sin fondos',
  declineHint: 'El banco la rechaza',
  cashLater: 'Pagar en efectivo en OXXO',
  cashLaterHint: 'Con una referencia, en caja',
  cancel: 'Cancelar y volver',
  declined: 'Tu banco rechazó la tarjeta. No se hizo ningún cargo: intenta con otra o paga en efectivo.',
  openUntil: 'Disponible hasta el',
  voucherTitle: 'Paga en cualquier OXXO',
  voucherText: 'Muestra esta referencia en la caja. El pago se confirma en cuanto la tienda lo reciba.',
  reference: 'Referencia',
  payBefore: 'Paga antes del',
  voucherSucceed: 'Simular el pago en caja',
  voucherExpire: 'Dejar vencer la referencia',
  paidTitle: 'Pago recibido',
  paidText: 'No hace falta que hagas nada más.',
  refund: 'Simular que el comercio lo devuelve',
  refundedTitle: 'Pago devuelto',
  refundedText: 'El comercio te devolvió este pago completo.',
  expiredTitle: 'Este pago venció',
  expiredText: 'No se hizo ningún cargo. Vuelve con el comercio para intentarlo otra vez.',
  voucherExpiredTitle: 'La referencia venció',
  voucherExpiredText: 'No se pagó a tiempo y ya no se puede usar. Vuelve con el comercio para intentarlo otra vez.',
  unknownTitle: 'No encontramos este pago',
  unknownText: 'Revisa que la dirección esté completa.',
  back: 'Volver con el comercio',
}

export type PageWords = typeof ES

const EN: PageWords = {
  documentTitle: 'Test payment',
  testMode: 'Test mode: no charge is real.',
  asksFor: 'Total due',
  total: 'Total',
  choose: 'Choose how this test payment ends.',
  succeed: 'Pay by card',
  succeedHint: 'A test credit card: approved',
  decline: 'Pay with a card without funds',
  declineHint: 'The bank declines it',
  cashLater: 'Pay cash at OXXO',
  cashLaterHint: 'With a reference, at the counter',
  cancel: 'Cancel and go back',
  declined: 'Your bank declined the card. Nothing was charged: try another one, or pay in cash.',
  openUntil: 'Open until',
  voucherTitle: 'Pay at any OXXO',
  voucherText: 'Show this reference at the counter. The payment is confirmed as soon as the store reports it.',
  reference: 'Reference',
  payBefore: 'Pay before',
  voucherSucceed: 'Simulate the payment at the counter',
  voucherExpire: 'Let the reference expire',
  paidTitle: 'Payment received',
  paidText: 'There is nothing else for you to do.',
  refund: 'Simulate a refund by the merchant',
  refundedTitle: 'Payment refunded',
  refundedText: 'The merchant gave this payment back to you in full.',
  expiredTitle: 'This payment expired',
  expiredText: 'Nothing was charged. Go back to the merchant to try again.',
  voucherExpiredTitle: 'The reference expired',
  voucherExpiredText: 'It was not paid in time and can’t be used any more. Go back to the merchant to try again.',
  unknownTitle: 'We can’t find this payment',
  unknownText: 'Check that the address is complete.',
  back: 'Back to the merchant',
}

export const PAGE_WORDS = { 'es-MX': ES, en: EN }

export function moneyText(amount: number, currency: string, locale: 'es-MX' | 'en'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.format(amount / 100)
}

const ZONE = { 'es-MX': 'hora del centro', en: 'Mexico City time' }

/** With the zone in words: who reads it may be in another one. */
export function momentText(unixSeconds: number, locale: 'es-MX' | 'en'): string {
  const moment = new Date(unixSeconds * 1000).toLocaleString(locale, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'America/Mexico_City',
  })
  return `${moment} (${ZONE[locale]})`
}
