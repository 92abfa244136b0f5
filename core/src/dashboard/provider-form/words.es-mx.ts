export const providerFormEsMX = {
  optional: 'opcional',
  where: 'Dónde está',
  more: 'Opciones que casi nadie necesita',
  moreValue: 'Ya vienen puestas',
  choose: 'Elegir',
  yes: 'Sí',
  no: 'No',
  show: 'Mostrar',
  hide: 'Ocultar',
  required: (label: string) => `Escribe: ${label}.`,
  wrongForm: (label: string) => `Revisa: ${label}. No tiene la forma de siempre; quizá se copió incompleto.`,
  wrongNumber: 'Escribe un número entero dentro de lo permitido.',
  wrongUrl: 'Escribe solo el principio de la dirección, como https://api.ejemplo.mx.',
  wrongChoice: 'Elige una de las opciones.',
  wrongPem: 'Pega la llave completa, desde -----BEGIN hasta -----END.',
  refused: (provider: string) => `${provider} no aceptó esto. Revísalo; no se guardó nada.`,
  refusedKey: (provider: string) => `${provider} no aceptó esta llave. Revísala; no se guardó nada.`,
  detail: (sentence: string) => `Detalle: “${sentence}”`,
  otherMode: {
    live: (provider: string) =>
      `${provider} dice que esta llave es de prueba. Aquí conectas cobros reales: copia la de producción, o conéctala en modo de prueba.`,
    test: (provider: string) =>
      `${provider} dice que esta llave es de cobros reales. Aquí conectas el modo de prueba: copia la de prueba, o conéctala en cobros reales.`,
  },
  unavailable: (provider: string) =>
    `No pudimos preguntarle a ${provider} si la llave sirve. No se guardó nada; intenta otra vez en un momento.`,
  changedMeanwhile:
    'La conexión cambió mientras la guardabas. No se guardó lo tuyo; revisa cómo quedó e intenta otra vez.',
}

export type ProviderFormWords = typeof providerFormEsMX
