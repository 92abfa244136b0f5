import { SIMULATOR_WORDS } from '@paylink/plugin-api/simulator-page'

const ES = {
  ...SIMULATOR_WORDS['es-MX'],
  cashLater: 'Pagar en efectivo',
  cashLaterHint: 'Con una referencia, en OXXO y otras tiendas',
  transferLater: 'Pagar por transferencia',
  transferLaterHint: 'Con una CLABE, por SPEI',
  cashTitle: 'Paga en la tienda',
  cashText: 'Muestra esta referencia en la caja. El pago se confirma en cuanto la tienda lo reciba.',
  cashSucceed: 'Simular el pago en caja',
  transferTitle: 'Haz una transferencia SPEI',
  transferText: 'Transfiere el monto exacto a esta cuenta. El pago se confirma en cuanto llegue.',
  transferReference: 'CLABE',
  transferSucceed: 'Simular la transferencia',
  refundNote: 'Como comercio puedes devolver este pago, igual que desde el panel de Conekta.',
  refundAmount: 'Monto en centavos (vacío: lo que queda)',
  refund: 'Devolver el pago',
}

export type PageWords = typeof ES

const EN: PageWords = {
  ...SIMULATOR_WORDS.en,
  cashLater: 'Pay in cash',
  cashLaterHint: 'With a reference, at OXXO and other stores',
  transferLater: 'Pay by bank transfer',
  transferLaterHint: 'With a CLABE, by SPEI',
  cashTitle: 'Pay at the store',
  cashText: 'Show this reference at the counter. The payment is confirmed as soon as the store reports it.',
  cashSucceed: 'Simulate the payment at the counter',
  transferTitle: 'Make a SPEI transfer',
  transferText: 'Transfer the exact amount to this account. The payment is confirmed as soon as it arrives.',
  transferReference: 'CLABE',
  transferSucceed: 'Simulate the transfer',
  refundNote: 'As the merchant you can refund this payment, as you would in Conekta’s dashboard.',
  refundAmount: 'Amount in centavos (empty: all that is left)',
  refund: 'Refund the payment',
}

export const PAGE_WORDS = { 'es-MX': ES, en: EN }
