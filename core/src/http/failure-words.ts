const ES = {
  missing: {
    title: 'Esta página no existe',
    text: 'Revisa que la dirección esté completa y bien escrita, o pídele el enlace a quien te lo envió.',
  },
  refused: {
    title: 'No pudimos leer los datos enviados',
    text: 'No se hizo nada. Regresa a la página anterior y vuelve a intentarlo.',
  },
  tooLarge: {
    title: 'Lo que enviaste es demasiado grande',
    text: 'No se hizo nada. Regresa a la página anterior y envía menos datos.',
  },
  tooMany: {
    title: 'Demasiados intentos',
    text: 'Espera un minuto y vuelve a intentarlo.',
  },
  unavailable: {
    title: 'Por el momento no podemos atenderte',
    text: 'Intenta otra vez en un minuto. Si acabas de pagar, no pagues otra vez: tu pago no se pierde.',
  },
  broken: {
    title: 'Algo falló de nuestro lado',
    text: 'Intenta otra vez en un minuto. Si acabas de pagar, no pagues otra vez: tu pago no se pierde.',
  },
  /** Names the request's id, with which the operator finds it in the log. */
  reference: (requestId: string) => `Si el problema continúa, menciona esta referencia: ${requestId}`,
  home: 'Ir al inicio',
}

export type FailureWords = typeof ES

const EN: FailureWords = {
  missing: {
    title: 'This page doesn’t exist',
    text: 'Check that the address is complete and spelled correctly, or ask the person who sent it for the link.',
  },
  refused: {
    title: 'We couldn’t read what was sent',
    text: 'Nothing was done. Go back to the previous page and try again.',
  },
  tooLarge: {
    title: 'What you sent is too large',
    text: 'Nothing was done. Go back to the previous page and send less.',
  },
  tooMany: {
    title: 'Too many attempts',
    text: 'Wait a minute and try again.',
  },
  unavailable: {
    title: 'We can’t help you right now',
    text: 'Try again in a minute. If you have just paid, don’t pay again: your payment is not lost.',
  },
  broken: {
    title: 'Something went wrong on our end',
    text: 'Try again in a minute. If you have just paid, don’t pay again: your payment is not lost.',
  },
  reference: (requestId) => `If it persists, mention this reference: ${requestId}`,
  home: 'Go to the home page',
}

export const FAILURE_WORDS = { 'es-MX': ES, en: EN }
