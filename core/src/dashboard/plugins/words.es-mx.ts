type Kinds = Record<string, string>

export const pluginsEsMX = {
  title: 'Plugins',
  about: 'Con qué cobras, facturas y mandas correos. Vale en los dos modos.',
  kinds: { 'payment-provider': 'Forma de cobro', invoicing: 'Facturación', email: 'Correo' } as Kinds,
  otherKind: 'Otro',
  version: (version: string) => `versión ${version}`,
  builtIn: 'Viene con PayLink',
  thirdParty: 'De otro autor',
  noCertificate: 'Sin certificado en este equipo',
  uses: {
    both: 'Lo usas en cobros reales y de prueba.',
    live: 'Lo usas en cobros reales.',
    test: 'Lo usas en modo de prueba.',
    mail: 'Manda tus correos.',
    none: 'No lo usas.',
  },
  states: { active: 'Activo', disabled: 'Desactivado', refused: 'No se pudo cargar' },
  reason: (reason: string) => `Motivo: “${reason}”`,
  enable:
    'Cuando esté arreglado, lo vuelve a activar un titular del negocio para el que se instaló PayLink, o quien administra el servidor con:',
  mayEnable: 'Actívalo cuando esté arreglado: si vuelve a fallar se desactiva otra vez. Vale para toda la instalación.',
  enableAgain: 'Volver a activar',
  enabling: 'Activando…',
  enabled: (name: string) => `${name} está activo otra vez.`,
  repair: 'Quien administra el servidor lo repara o lo quita, y reinicia.',
  note: 'Los plugins se instalan y se quitan en el servidor. Uno de otro autor que se cae o falla seguido se desactiva solo; tus cobros con los demás siguen.',
  empty: 'No hay plugins',
}

export type PluginWords = typeof pluginsEsMX
