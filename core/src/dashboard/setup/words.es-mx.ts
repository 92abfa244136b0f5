export const setupEsMX = {
  steps: ['Tu acceso', 'Tu negocio', 'Cómo cobras', 'Primer enlace'],
  stepOf: (step: number, name: string) => `Paso ${step} de 4. ${name}`,
  next: 'Seguir',
  back: 'Atrás',
  saving: 'Guardando…',
  optional: 'opcional',
  faultsTitle: 'Revisa esto',
  start: {
    title: 'Hola. Primero, tu acceso',
    about:
      'Este enlace sirve una sola vez, para quien instaló PayLink. Serás titular: podrás invitar a los demás después.',
    passkey: 'Agregar mi huella o rostro ahora',
    passkeyAbout: 'Así entras sin contraseña en este equipo.',
  },
  business: {
    title: 'Tu negocio',
    about: 'Es lo que verá quien te paga. Con esto tu negocio queda verificado; lo puedes cambiar cuando quieras.',
    sample: 'Pan de muerto',
  },
  ways: {
    title: '¿Cómo cobras?',
    about:
      'Puedes empezar con el simulador, sin cuenta con nadie, y conectar un proveedor cuando quieras cobrar de verdad.',
    legend: 'Forma de cobro',
    simulator: 'Probar con el simulador',
    simulatorAbout: 'Funciona igual que los de verdad, pero ningún cobro es real. Ya está listo.',
    connect: (provider: string) => `Conectar ${provider}`,
    connectAbout: 'Necesitas sus llaves de prueba; las de cobros reales las pones después, en Formas de cobro.',
    checking: 'Preguntando si la llave sirve…',
  },
  link: {
    title: 'Tu primer enlace',
    about: 'Escribe qué cobras y cuánto. Luego lo pagas tú mismo, para ver qué verá tu cliente.',
    what: '¿Qué cobras?',
    howMuch: '¿Cuánto?',
    included: 'IVA incluido.',
    button: 'Crear y pagar de prueba',
    busy: 'Creando enlace…',
    later: 'Ahora no, ir al panel',
    preview: 'Así lo ve tu cliente',
    titleFault: 'Escribe qué cobras.',
    amountFault: 'Escribe cuánto, como 150 o 1,150.00.',
    refused: 'Con estos datos no se pudo crear. Revisa el monto: cada proveedor tiene un mínimo.',
  },
}

export type SetupWords = typeof setupEsMX
