export const aboutEsMX = {
  title: 'Acerca de',
  about: 'Qué corre aquí. Vale en los dos modos.',
  version: 'Versión',
  engine: 'Base de datos',
  engines: { sqlite: 'SQLite, en este equipo', postgres: 'Postgres' },
  since: 'Corre desde',
  address: 'Dirección pública',
  subscription: 'Suscripción',
  subscriptions: { active: 'Activa', inactive: 'Inactiva' },
  docs: 'Documentación',
  docsAbout: 'La API, con ejemplos.',
  docsOpen: 'Abrir',
  license: 'Licencia',
  licenseAbout: 'PayLink es software libre, con licencia MIT. El texto viene con el programa, en el archivo LICENSE.',
  checkUp: {
    title: 'Revisión',
    /** Above what is known without asking. */
    known:
      'Esto se sabe sin preguntar. “Revisar ahora” pregunta además a tus proveedores y al correo, y compara los registros; tarda hasta 5 segundos.',
    done: (time: string) => `Revisado ${time}.`,
    busy: 'Hay varias revisiones en curso. Intenta otra vez en unos segundos; abajo está lo que ya se sabe.',
    check: 'Revisar ahora',
    checking: 'Revisando…',
    needed: 'Necesita algo',
    fine: 'En orden',
    nothingNeeded: 'Nada necesita atención.',
    since: (time: string) => `desde ${time}`,
    modes: { live: 'Cobros reales', test: 'Prueba' },
    severities: { critical: 'Urgente', wrong: 'No funciona', attention: 'Para revisar', fine: 'En orden' },
    open: {
      connections: 'Ver formas de cobro',
      invoicing: 'Ver facturación',
      email: 'Ver correos',
      webhooks: 'Ver webhook',
      plugins: 'Ver plugins',
      payments: 'Ver pago',
    },
    details:
      'El detalle, con rutas y nombres de archivo, solo lo ve quien administra el servidor, con el mismo comando.',
  },
  requests: 'Buscar una petición',
}

export type AboutWords = typeof aboutEsMX
