export const consentEsMX = {
  title: (program: string) => `¿Conectar “${program}” con tu cuenta?`,
  about: (merchant: string) => `Pide trabajar a tu nombre en ${merchant}. Tú decides qué puede y hasta cuánto.`,
  facts: { program: 'Quién lo pide', returns: 'Te regresa a', person: 'A nombre de' },
  unverified: 'Nombre sin verificar',
  /** The host whose document has the name. */
  verified: (host: string) => `De ${host}`,
  yourComputer: 'esta computadora',
  modes: {
    live: { name: 'Cobros reales', text: 'Lo que haga cuenta de verdad: sus enlaces cobran dinero a tus clientes.' },
    test: { name: 'Modo de prueba', text: 'Ningún cobro es real. Con cobros reales no podrá hacer nada.' },
  },
  warnings: {
    unverified: {
      title: 'Cualquier programa puede ponerse este nombre.',
      text: 'Sigue solo si acabas de empezar la conexión tú, desde el programa. Si llegaste por un enlace que alguien te envió, no la permitas.',
    },
    loopback: {
      title: 'El acceso se entrega a un programa de esta computadora.',
      text: 'Sigue solo si abriste ese programa y es tu computadora.',
    },
  },
  scopes: 'Podrá',
  scopesHint: 'Quita lo que no necesite.',
  controls: 'Con qué límites',
  controlsHint: 'Los puedes cambiar después en Agentes.',
  allow: { live: 'Permitir con cobros reales', test: 'Permitir en modo de prueba' },
  busy: 'Conectando…',
  refuse: 'No permitir',
  after: 'Le puedes quitar el acceso cuando quieras, en Ajustes › Agentes.',
  refused: 'Falta corregir algo',
  faults: { scopes: 'Deja marcada al menos una cosa, o no lo permitas.' },
  locked: {
    title: 'Todavía no puedes conectarlo con cobros reales',
    text: 'Primero completa los datos de tu negocio. Mientras, puedes conectarlo en modo de prueba: en el programa usa esta dirección.',
  },
  decided: {
    allowed: { title: 'Ya lo permitiste', text: (program: string) => `“${program}” tiene el acceso que le diste.` },
    denied: { title: 'No lo permitiste', text: (program: string) => `“${program}” se quedó sin acceso.` },
    goOn: (program: string) => `Volver a “${program}”`,
    agents: 'Ver tus agentes',
  },
  ended: {
    title: 'Esta solicitud ya terminó',
    text: 'Se respondió o pasó más de una hora. No se conectó nada más. Vuelve al programa y empieza otra vez.',
  },
  elsewhere: {
    title: 'Esta solicitud no empezó en este navegador',
    text: 'Para que nadie te haga conectar un programa suyo, solo se decide en el navegador donde empezó. Vuelve al programa, empieza otra vez y abre aquí la dirección que te dé.',
  },
  home: 'Ir a tu panel',
}

export type ConsentWords = typeof consentEsMX
