import type { FaultKind } from '../../sandbox/injected-faults.js'

interface KindWords {
  label: string
  about: string
}

export const simulatorEsMX = {
  title: (name: string) => `Fallas del simulador de ${name}`,
  about: 'Hazlo fallar a propósito para ver qué pasa con un cobro. Solo en prueba; vale para toda la instalación.',
  notice: {
    title: 'El simulador está fallando a propósito:',
    change: 'Cambiar las fallas',
  },
  start: 'Hacerlo fallar',
  now: 'Lo que falla ahora',
  none: 'Nada. El simulador contesta bien.',
  times: (count: string) => (count === '1' ? 'una vez más' : `${count} veces más`),
  lasts: (ms: string) => `${ms} ms`,
  onlyOn: (match: string) => `solo en “${match}”`,
  remove: 'Quitar',
  removing: 'Quitando…',
  removeAll: 'Quitar todas',
  add: 'Que falle',
  which: 'Cómo',
  timesLabel: 'Cuántas veces',
  timesHint: 'Después vuelve a contestar bien.',
  msLabel: 'Cuánto tarda, en milisegundos',
  msHint: 'Cuenta solo en las que tardan.',
  matchLabel: 'Solo en estas llamadas',
  matchHint: 'Cómo empieza la llamada, como “POST /v1/checkout/sessions”. Vacío: en todas.',
  optional: 'opcional',
  button: 'Activar la falla',
  busy: 'Activando…',
  back: 'Formas de cobro',
  backInvoicing: 'Facturación',
  refused: 'Revisa este dato',
  faults: {
    kind: 'Elige cómo falla. Si ya hay 50 fallas, quita antes las demás.',
    match: 'Escribe como mucho 200 caracteres.',
    times: 'Escribe un número entero de 1 a 1,000,000.',
    ms: 'Escribe un número entero de 1 a 600,000.',
  },
  saved: { on: 'La falla quedó activada.', off: 'Quedó quitada.' } as Record<string, string>,
  kinds: {
    delay_before: { label: 'Tarda antes', about: 'La llamada se queda esperando y luego se hace.' },
    delay_after: { label: 'Tarda después', about: 'Se hace, y la respuesta se queda esperando.' },
    reset_before: { label: 'Se corta antes', about: 'La conexión se cae y no se hizo nada.' },
    reset_after: { label: 'Se corta después', about: 'Se hizo, y la conexión se cae antes de contestar.' },
    error_before: { label: 'Error 500 antes', about: 'Contesta con un error y no se hizo nada.' },
    error_after: { label: 'Error 500 después', about: 'Se hizo, y contesta con un error.' },
    refuse: { label: 'La rechaza', about: 'Contesta que no, como con un dato que no le sirve.' },
    garbage: { label: 'Contesta otra cosa', about: 'Contesta algo que no se entiende.' },
    notification_lost: { label: 'El aviso se pierde', about: 'No manda el siguiente aviso.' },
    notification_twice: { label: 'El aviso llega dos veces', about: 'Manda dos veces el siguiente aviso.' },
    notification_late: { label: 'El aviso llega tarde', about: 'Lo guarda hasta después del que sigue.' },
  } satisfies Record<FaultKind, KindWords>,
}

export type SimulatorWords = typeof simulatorEsMX
