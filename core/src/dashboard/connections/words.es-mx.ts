export const connectionsEsMX = {
  title: 'Formas de cobro',
  about: 'Quién cobra por ti. El dinero llega directo a tu cuenta con ellos; PayLink no lo toca.',
  methods: {
    card: 'tarjetas',
    wallet: 'monederos digitales',
    retail_cash: 'efectivo en tiendas',
    spei_transfer: 'SPEI',
    bnpl: 'pagos a plazos',
    bank_debit: 'cargo a cuenta',
    other: 'otros medios',
  } as Record<string, string>,
  moreCurrencies: (first: string, others: number) =>
    others === 1 ? `${first} y otra moneda` : `${first} y otras ${others} monedas`,
  thirdParty: (version: string) => `plugin de terceros, versión ${version}`,
  connect: 'Conectar',
  connectSimulator: 'Usar el simulador',
  connectingSimulator: 'Conectando…',
  simulatorAgain: 'Conectar otra vez el simulador',
  ownKeys: 'Conectar con tus llaves',
  check: 'Revisar ahora',
  checking: (name: string) => `Preguntando a ${name}…`,
  changeKey: 'Cambiar la llave',
  newKey: 'Poner la llave nueva',
  disconnect: 'Desconectar',
  missingOne: '¿Falta el tuyo?',
  addPlugin: 'Agrega un plugin',
  addPluginByCommand: 'Quien instaló PayLink puede agregar un plugin.',
  none: 'No hay ningún proveedor instalado.',
  facts: {
    account: 'Cuenta',
    checked: 'Última revisión',
    notifications: 'Avisos',
    address: 'Dirección de avisos',
    unknownAccount: 'No la dice',
    simulated: 'Simulada: ningún cobro es real',
  },
  fine: 'todo bien',
  notAsked: 'no se pudo preguntar',
  never: 'Todavía no',
  registered: 'Registrados por nosotros',
  notRegistered: 'Los registras tú allá',
  lastCame: (registered: string, when: string) => `${registered}; el último llegó ${when}`,
  noneCame: (registered: string) => `${registered}; todavía no llega ninguno`,
  withoutNotifications: 'No los manda; le preguntamos cada rato',
  bySimulator: 'Del simulador, sin salir de este servidor',
  test: 'Probar el aviso',
  testing: 'Probando…',
  error: {
    title: (name: string, when: string) => `${name} rechaza tu llave desde ${when}.`,
    others: (name: string, others: string) =>
      `Nadie puede pagarte con ${name}: los enlaces que la ofrecían ahora solo muestran ${others}.`,
    alone: (name: string) => `Nadie puede pagarte con ${name}, y no hay otra forma de cobro que funcione.`,
    pending: (count: string, isOne: boolean) =>
      isOne
        ? `Hay un pago pendiente: no se pierde. Con la llave nueva preguntamos cómo terminó.`
        : `Hay ${count} pagos pendientes: no se pierden. Con la llave nueva preguntamos cómo terminaron.`,
    cause: (name: string) => `Suele pasar cuando alguien renueva o borra la llave en el panel de ${name}.`,
    otherMode: 'La llave es del otro modo.',
    otherAccount: 'La llave es de otra cuenta.',
    detail: 'Detalle',
  },
  outage: {
    title: (name: string) => `La última vez no pudimos preguntarle a ${name}.`,
    then: 'La llave sigue puesta y los enlaces la siguen ofreciendo. Lo intentamos otra vez cada hora.',
  },
  missing: {
    title: (name: string) => `El plugin de ${name} no está instalado.`,
    then: 'Mientras falte, nadie puede pagarte por ahí y los pagos pendientes esperan.',
  },
  disabled: {
    title: (name: string) => `El plugin de ${name} está apagado.`,
    then: 'En Plugins dice por qué y quién lo puede encender. Mientras tanto no se cobra por ahí.',
  },
  former: {
    title: (account: string) => `La cuenta anterior: ${account}`,
    since: (day: string) => `Desconectada: ${day}.`,
    open: (count: string, isOne: boolean) =>
      isOne
        ? 'Queda un pago abierto; lo seguimos revisando con su llave de entonces.'
        : `Quedan ${count} pagos abiertos; los seguimos revisando con su llave de entonces.`,
    address: 'No quites esta dirección allá mientras queden.',
  },
  many: (count: number) => `más de ${count}`,
  done: {
    connected: (name: string) => `${name} quedó conectado.`,
    sandbox: (name: string) => `El simulador de ${name} quedó conectado. Ningún cobro es real.`,
    registered: 'Registramos allá la dirección de avisos; no tienes que hacer nada más.',
    toRegister: (name: string) =>
      `Falta revisar los avisos: no los registramos nosotros. Si no lo has hecho, registra esta dirección en el panel de ${name}. Sin ellos también funciona, pero los pagos tardan más en verse.`,
    noWebhooks: 'Este proveedor no manda avisos; le preguntamos cada rato.',
    disconnected: (name: string) => `${name} quedó desconectado. Ya no se ofrece a tus clientes.`,
    good: (name: string) => `${name} contestó: la llave sirve.`,
    refused: (name: string) => `${name} contestó que la llave no sirve.`,
    unknown: (name: string) => `No pudimos preguntarle a ${name}. Nada cambió.`,
  },
  where: 'Dónde se registra',
  form: {
    connect: (name: string) => `Conectar ${name}`,
    change: (name: string) => `Cambiar la llave de ${name}`,
    live: 'Para cobros reales. Lo que escribas se guarda cifrado y nadie lo vuelve a ver, tampoco tú.',
    test: 'Para el modo de prueba. Lo que escribas se guarda cifrado y nadie lo vuelve a ver, tampoco tú.',
    faults: 'No se conectó. Revisa este dato:',
    buttonLive: (name: string) => `Conectar ${name} para cobros reales`,
    button: (name: string) => `Conectar ${name}`,
    changeButton: 'Guardar la llave',
    changeLive: 'Guardar la llave de cobros reales',
    cancel: 'Cancelar',
    busy: (name: string) => `Preguntando a ${name} si la llave sirve…`,
    foot: (name: string) => `Al conectar le preguntamos a ${name} si la llave sirve. Tarda unos segundos.`,
    nothing: 'No pide ningún dato.',
    same: 'Si la llave es de la misma cuenta, todo sigue igual. Si es de otra, los pagos abiertos se siguen revisando con la anterior.',
    replacesSimulator: 'En el modo de prueba ocupa el lugar del simulador.',
    unverified:
      'Falta describir tu negocio. Puedes conectar desde ahora; los cobros reales esperan a que termines eso.',
    describe: 'Describir tu negocio',
  },
  leave: {
    title: (name: string) => `¿Desconectar ${name}?`,
    offer: (name: string) => `Tus enlaces dejan de ofrecer ${name} en este momento.`,
    alone: 'Es tu única forma de cobro en este modo: sin ella no se puede pagar ningún enlace.',
    open: (count: string, isOne: boolean) =>
      isOne
        ? 'Queda un pago abierto. Quien ya está pagando puede terminar; lo seguimos revisando con esta llave y lo verás aquí.'
        : `Quedan ${count} pagos abiertos. Quienes ya están pagando pueden terminar; los seguimos revisando con esta llave y los verás aquí.`,
    noneOpen: 'No queda ningún pago abierto.',
    money: 'Lo que ya cobraste no cambia. La llave se queda guardada y cifrada para revisar devoluciones.',
    keep: 'Dejarlo conectado',
    confirm: 'Desconectar',
    busy: 'Desconectando…',
  },
  proof: {
    answered: 'La dirección responde.',
    answeredThen: (host: string) =>
      `Un mensaje salió de este servidor, fue a ${host} y volvió aquí: el nombre y el proxy funcionan desde esta red.`,
    elsewhere: (status: number) => `En esa dirección contestó algo que no es este PayLink (código ${status}).`,
    elsewhereThen: (host: string) => `Revisa a dónde lleva ${host}: tu proxy tiene que pasar /hooks/ completo.`,
    silent: 'No hubo respuesta en 5 segundos.',
    silentThen: (host: string) => `Algo recibe en ${host} y no contesta, o lo detiene un cortafuegos.`,
    unreachable: 'No se pudo llegar a la dirección.',
    unreachableThen: (host: string) =>
      `Desde este servidor no hay conexión con ${host}. Revisa el nombre y el certificado.`,
    not_public: 'La dirección no se ve desde internet.',
    not_publicThen: (host: string) =>
      `${host} no es https o lleva a una red privada: los proveedores no pueden avisar ahí. Mientras tanto les preguntamos cada rato. Se cambia con PAYLINK_BASE_URL.`,
    limits: (name: string) => `Lo que esto no prueba: que ${name} llegue desde internet y que su firma coincida.`,
    last: (name: string, when: string) => `Eso sí lo prueba su último aviso. Último aviso de ${name}: ${when}.`,
    noLast: (name: string) =>
      `Eso lo prueba su primer aviso, que todavía no llega. Haz un cobro con ${name} para verlo.`,
    sandbox: 'El simulador no usa esta dirección: entrega sus avisos por dentro.',
  },
}

export type ConnectionWords = typeof connectionsEsMX
