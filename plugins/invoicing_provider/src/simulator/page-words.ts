const ES = {
  title: 'Facturación de prueba',
  intro: 'Aquí decides cómo se porta el timbrado de prueba. Ninguna factura tiene validez fiscal.',
  saved: 'Guardado. Vale para las facturas y cancelaciones que se pidan desde ahora.',
  wrong: 'Revisa los números: hasta 999 timbres y 9999999 segundos, sin signos ni decimales.',
  stamps: 'Timbres que quedan (vacío: sin límite)',
  stampSeconds: 'El timbrado tarda, en segundos',
  stampingFails: 'El timbrado falla al final',
  cancelSeconds: 'El SAT acusa una cancelación después de, en segundos',
  cancelRefused: 'El receptor rechaza las cancelaciones',
  save: 'Guardar',
  usual: 'Volver a lo normal',
  taxpayers: 'De los contribuyentes de prueba del SAT, como estos, se revisan nombre, código postal y régimen.',
  others: 'Cualquier otro RFC bien formado se acepta con cualquier nombre, menos estos, que el SAT “no conoce”:',
}

export type PageWords = typeof ES

const EN: PageWords = {
  title: 'Test invoicing',
  intro: 'Here you decide how stamping behaves in test mode. No invoice is valid for the tax authority.',
  saved: 'Saved. It holds for invoices and cancellations that are asked for from now on.',
  wrong: 'Check the numbers: up to 999 stamps and 9999999 seconds, without signs or decimals.',
  stamps: 'Stamps left (empty: no end of them)',
  stampSeconds: 'Stamping takes, in seconds',
  stampingFails: 'Stamping fails in the end',
  cancelSeconds: 'The SAT acknowledges a cancellation after, in seconds',
  cancelRefused: 'The receiver refuses cancellations',
  save: 'Save',
  usual: 'Back to normal',
  taxpayers: 'Of the SAT’s test taxpayers, like these, name, zip code and regime are checked.',
  others: 'Any other well-formed RFC is taken with any name, except these, which the SAT “does not know”:',
}

export const PAGE_WORDS = { 'es-MX': ES, en: EN }
