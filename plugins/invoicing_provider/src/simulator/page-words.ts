const ES = {
  title: 'Facturación de prueba',
  intro: 'Aquí decides cómo se comporta el timbrado de prueba. Ninguna factura tiene validez fiscal.',
  saved: 'Guardado. Se aplica a las facturas y cancelaciones que se pidan desde ahora.',
  wrong: 'Revisa los números: hasta 999 timbres y 9999999 segundos, sin signos ni decimales.',
  stamps: 'Timbres disponibles (vacío: sin límite)',
  stampSeconds: 'Segundos que tarda el timbrado',
  stampingFails: 'El timbrado termina en error',
  cancelSeconds: 'Segundos que tarda el SAT en confirmar una cancelación',
  cancelRefused: 'El receptor rechaza las cancelaciones',
  save: 'Guardar',
  usual: 'Restablecer',
  emails: 'Facturas que se habrían enviado por correo:',
  taxpayers:
    'De los contribuyentes de prueba del SAT, como estos, se revisan el nombre, el código postal y el régimen.',
  others: 'Cualquier otro RFC válido se acepta con cualquier nombre, salvo estos, que el SAT “no conoce”:',
}

export type PageWords = typeof ES

const EN: PageWords = {
  title: 'Test invoicing',
  intro: 'Choose how stamping behaves in test mode. Test invoices are not valid for tax purposes.',
  saved: 'Saved. Applies to invoices and cancellations requested from now on.',
  wrong: 'Check the numbers: up to 999 stamps and 9999999 seconds, no signs or decimals.',
  stamps: 'Stamps left (leave empty for unlimited)',
  stampSeconds: 'Seconds that stamping takes',
  stampingFails: 'Stamping ends in an error',
  cancelSeconds: 'Seconds until the SAT confirms a cancellation',
  cancelRefused: 'The receiver rejects cancellations',
  save: 'Save',
  usual: 'Reset',
  emails: 'Invoices that would have been emailed:',
  taxpayers: 'For the SAT’s test taxpayers, like these, the name, ZIP code and regime are checked.',
  others: 'Any other well-formed RFC is accepted with any name, except these, which the SAT “doesn’t recognize”:',
}

export const PAGE_WORDS = { 'es-MX': ES, en: EN }
