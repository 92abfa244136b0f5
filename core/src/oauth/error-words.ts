import type { PageLocale } from '../kernel/choose-locale.js'

const ES = {
  client: {
    title: 'No reconocemos el programa que te mandó aquí',
    text: 'No se conectó nada. Vuelve al programa y empieza otra vez. Si pasa de nuevo, avísale a quien lo hace.',
  },
  redirect: {
    title: 'El programa dio una dirección de regreso que no es la suya',
    text: 'No se conectó nada, y no te mandamos a esa dirección. Si llegaste por un enlace que alguien te envió, no lo uses.',
  },
  ended: {
    title: 'Esta solicitud ya terminó',
    text: 'Vuelve al programa que quieres conectar y empieza otra vez.',
  },
  tooMany: { title: 'Demasiados intentos', text: 'Espera un minuto y vuelve a intentarlo.' },
  unavailable: { title: 'Por el momento no podemos atenderte', text: 'Intenta otra vez en un minuto.' },
  broken: { title: 'Algo falló de nuestro lado', text: 'No se conectó nada. Intenta otra vez en un minuto.' },
  refused: {
    title: 'La solicitud del programa no es válida',
    text: 'No se conectó nada. Avísale a quien hace el programa.',
  },
  /** Before what the maker of the program has to know. */
  detail: 'Detalle técnico:',
}

export type ErrorWords = typeof ES

const EN: ErrorWords = {
  client: {
    title: 'We don’t know the program that sent you here',
    text: 'Nothing was connected. Go back to the program and start again. If it happens again, tell its maker.',
  },
  redirect: {
    title: 'The program gave a return address that is not its own',
    text: 'Nothing was connected, and we did not send you to that address. If you came by a link that someone sent you, do not use it.',
  },
  ended: { title: 'This request is over', text: 'Go back to the program that you want to connect and start again.' },
  tooMany: { title: 'Too many attempts', text: 'Wait a minute and try again.' },
  unavailable: { title: 'We can’t answer right now', text: 'Try again in a minute.' },
  broken: { title: 'Something failed on our side', text: 'Nothing was connected. Try again in a minute.' },
  refused: {
    title: 'The program’s request is not valid',
    text: 'Nothing was connected. Tell the maker of the program.',
  },
  detail: 'Technical detail:',
}

export const ERROR_WORDS: Record<PageLocale, ErrorWords> = { 'es-MX': ES, en: EN }
