export const requestsEsMX = {
  find: {
    title: 'Buscar una petición',
    about: 'Qué pasó con una petición a la API o a este panel, en los últimos 7 días.',
    field: 'X-Request-Id',
    hint: 'Viene en cada respuesta de la API y en las páginas de error. Puedes pegar el texto completo.',
    button: 'Buscar',
    fault: 'Ahí no hay un id de petición. Tiene 36 caracteres, como 0199c3f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f.',
  },
  missing: {
    title: 'No encontramos esa petición',
    text: 'Se guardan 7 días, y con mucha carga no todas. Las que no traían una llave válida no se muestran aquí, ni las de otra cuenta.',
  },
  back: 'Acerca de',
  title: 'Petición',
  outcomes: {
    done: { what: 'Se atendió bien.', means: '', remedy: '' },
    refused: {
      what: 'Se rechazó: algo en la petición no estaba bien.',
      means: 'No se hizo nada, y ningún dinero se movió.',
      remedy: 'El problema de abajo dice qué corregir.',
    },
    limited: {
      what: 'Se rechazó: llegaron demasiadas peticiones en un minuto.',
      means: 'No se hizo nada, y ningún dinero se movió.',
      remedy: 'Mándala otra vez más tarde, con la misma Idempotency-Key.',
    },
    left: {
      what: 'Quien la mandó cortó antes de la respuesta.',
      means: 'Pudo hacerse o no.',
      remedy: 'Mándala otra vez con la misma Idempotency-Key: no se duplica.',
    },
    failed: {
      what: 'Falló de nuestro lado.',
      means: 'Pudo hacerse o no. Lo que tus clientes pagaron está a salvo.',
      remedy:
        'Mándala otra vez con la misma Idempotency-Key: no se duplica. Si se repite, dale este id a quien administra el servidor.',
    },
  },
  /** In place of the remedy, for a page of this dashboard. */
  pageRemedy:
    'Abre la página otra vez y míralo ahí; mandar el mismo formulario no lo duplica. Si se repite, dale este id a quien administra el servidor.',
  facts: {
    request: 'Petición',
    at: 'Cuándo',
    status: 'Respuesta',
    problem: 'Problema',
    who: 'Quién',
    mode: 'Modo',
    ms: 'Tardó',
    client: 'Desde',
    id: 'X-Request-Id',
  },
  notHttp: 'No era una petición HTTP',
  explain: 'Qué significa',
  modes: { live: 'Cobros reales', test: 'Prueba' },
  key: (name: string) => `Llave de API “${name}”`,
  unknownKey: 'Una llave de API que ya no está',
  panel: 'Alguien en este panel',
  noKey: 'Sin llave',
  ms: (ms: string) => `${ms} ms`,
}

export type RequestsWords = typeof requestsEsMX
