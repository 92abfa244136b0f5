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
  doctor: 'Revisión de la instalación',
  doctorAbout: 'Quien administra el servidor la hace con este comando. Dice qué está mal y cómo se arregla:',
}

export type AboutWords = typeof aboutEsMX
