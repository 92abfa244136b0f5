import type { ProblemCode } from '../kernel/problem.js'

/** What happened; what it means for the money, and what to do. */
export interface ProblemText {
  title: string
  text: string
}

export interface ProblemWords {
  /** Of a refused act. */
  codes: Partial<Record<ProblemCode, ProblemText>>
  /** Any other refusal. */
  refused: ProblemText
  missing: ProblemText & { otherMode: Record<'test' | 'live', string> }
  role: ProblemText
  foreignForm: ProblemText
  staleForm: ProblemText & { toForm: string }
  broken: (requestId: string) => ProblemText
  outage: ProblemText
  back: string
}

export const esMx: ProblemWords = {
  codes: {
    subscription_required: {
      title: 'Tu suscripción no está activa',
      text: 'Los enlaces de cobros reales la necesitan. No se creó ni se cobró nada.',
    },
    link_already_paid: {
      title: 'Este enlace ya está pagado',
      text: 'Lo pagaron mientras tenías la página abierta. Ábrelo de nuevo para ver el pago; no se hizo ningún cambio.',
    },
    link_expired: {
      title: 'Este enlace ya terminó',
      text: 'Venció o fue desactivado mientras tenías la página abierta. Puedes duplicarlo; no se hizo ningún cambio.',
    },
    no_active_connection: {
      title: 'Falta una forma de cobro',
      text: 'No hay ninguna conectada y activa para esto. Conecta una en Ajustes; no se hizo ningún cambio.',
    },
    request_in_flight: {
      title: 'Hay otra operación en curso',
      text: 'Alguien, o tú en otra ventana, está cambiando lo mismo. Espera unos segundos e intenta otra vez.',
    },
    idempotency_key_reuse: {
      title: 'Ya habías mandado este formulario',
      text: 'Lo que cambiaste después no se guardó. Revisa qué quedó antes de mandarlo otra vez.',
    },
    payload_too_large: {
      title: 'El archivo pesa demasiado',
      text: 'No se guardó nada. Usa uno de hasta 700 KB.',
    },
    provider_rejected: {
      title: 'El proveedor no lo aceptó',
      text: 'No se hizo ningún cambio. Revisa los datos o míralo directamente con el proveedor.',
    },
    provider_unavailable: {
      title: 'El proveedor no contesta',
      text: 'No supimos si se hizo. Míralo antes de intentar otra vez; repetirlo no lo duplica.',
    },
    invoicing_rejected: {
      title: 'La factura no se pudo pedir o cancelar',
      text: 'No se hizo ningún cambio. Revisa los datos fiscales y el estado de la factura.',
    },
    invoicing_unavailable: {
      title: 'El servicio de facturación no contesta',
      text: 'Intenta otra vez en unos minutos; repetirlo no la duplica.',
    },
    email_unavailable: {
      title: 'El correo no está configurado',
      text: 'No se mandó nada. Se configura en el servidor de correo de esta instalación.',
    },
    rate_limited: {
      title: 'Demasiados intentos seguidos',
      text: 'Espera un minuto e intenta otra vez. No se hizo ningún cambio.',
    },
  },
  refused: {
    title: 'No pudimos hacerlo',
    text: 'Los datos no son válidos o algo cambió mientras tanto. No se hizo ningún cambio. Regresa y revisa.',
  },
  missing: {
    title: 'No está aquí, o es del otro modo',
    text: 'Revisa la dirección, o búscalo en el otro modo.',
    otherMode: { live: 'Ver cobros reales', test: 'Ver modo de prueba' },
  },
  role: {
    title: 'Tu rol no incluye esto',
    text: 'Pídeselo a quien sea titular.',
  },
  foreignForm: {
    title: 'Este formulario ya no vale',
    text: 'Es de otra sesión o no salió de esta página. No se guardó nada. Recarga la página y mándalo otra vez.',
  },
  staleForm: {
    title: 'No se guardó nada todavía',
    text: 'Entraste otra vez después de abrir este formulario. Regresa a él, revísalo y mándalo de nuevo.',
    toForm: 'Regresar al formulario',
  },
  broken: (requestId) => ({
    title: 'Algo falló de nuestro lado',
    text: `El dinero no depende de esta página. Si pasa otra vez, este es el número para encontrarlo: ${requestId}`,
  }),
  outage: {
    title: 'Estamos sin base de datos',
    text: 'No se guardó nada. Intenta otra vez en un momento.',
  },
  back: 'Regresar',
}
