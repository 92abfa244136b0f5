import { SIMULATOR_WORDS } from '@paylink/plugin-api/simulator-page'

const ES = {
  ...SIMULATOR_WORDS['es-MX'],
  asksFor: 'Total a pagar',
  cashLater: 'Pagar en efectivo en OXXO',
  cashLaterHint: 'Con una referencia, en caja',
  declined: 'Tu banco rechazó la tarjeta. No se hizo ningún cargo: intenta con otra o paga en efectivo.',
  voucherTitle: 'Paga en cualquier OXXO',
  voucherText: 'Muestra esta referencia en la caja. El pago se confirma en cuanto la tienda lo reciba.',
  voucherSucceed: 'Simular el pago en caja',
}

export type PageWords = typeof ES

const EN: PageWords = {
  ...SIMULATOR_WORDS.en,
  asksFor: 'Total due',
  cashLater: 'Pay cash at OXXO',
  cashLaterHint: 'With a reference, at the counter',
  declined: 'Your bank declined the card. Nothing was charged: try another one, or pay in cash.',
  voucherTitle: 'Pay at any OXXO',
  voucherText: 'Show this reference at the counter. The payment is confirmed as soon as the store reports it.',
  voucherSucceed: 'Simulate the payment at the counter',
}

export const PAGE_WORDS = { 'es-MX': ES, en: EN }
