import type { EN } from './problem-words.en.js'

export const ES: typeof EN = {
  page: {
    index: {
      title: 'Problemas',
      lead: 'Lo que responde la API cuando no puede hacer lo que se le pidió. Si el texto no dice otra cosa, nada cambió.',
    },
    meaning: 'Qué significa',
    remedy: 'Qué hacer',
    status: 'Estado HTTP',
    all: 'Todos los problemas',
    missing: {
      title: 'No existe ese problema',
      text: 'El código de la dirección no es de los que responde este servicio. Compáralo con el campo “code” de la respuesta.',
    },
  },
  problems: {
    validation_error: {
      title: 'La solicitud no es válida',
      meaning:
        'Algo en la dirección, un encabezado o el cuerpo falta, está mal escrito o se sale de lo permitido. También se rechazan las propiedades que el contrato no nombra. No se hizo nada.',
      remedy: [
        'Lee “errors” en la respuesta: cada entrada dice en qué campo, por ejemplo items[0].quantity, y qué está mal.',
        'Corrige la solicitud y envíala otra vez. Puedes usar la misma llave de idempotencia: un rechazo no la gasta.',
      ],
    },
    unauthorized: {
      title: 'Falta la llave de API o no es válida',
      meaning: 'La solicitud no trae llave, o trae una que no existe, que fue revocada o que se copió incompleta.',
      remedy: [
        'Envía un solo encabezado “Authorization: Bearer” con la llave completa, que empieza con sk_test_ o sk_live_.',
        'Si perdiste la llave, crea otra y revoca la anterior: una llave se muestra una sola vez.',
      ],
    },
    subscription_required: {
      title: 'Los enlaces reales necesitan una suscripción activa',
      meaning:
        'La cuenta no puede crear enlaces reales porque su suscripción no está activa. Los que ya existen se pueden seguir pagando.',
      remedy: [
        'Activa la suscripción de la cuenta.',
        'Mientras tanto usa una llave de prueba: el modo de prueba no la necesita.',
      ],
    },
    forbidden: {
      title: 'Esta llave no puede hacer eso',
      meaning:
        'La llave existe, pero sus permisos no incluyen esto, o su cuenta está suspendida o aún sin verificar para cobrar de verdad.',
      remedy: [
        'Lee “detail”: dice cuál de estas cosas es.',
        'Usa una llave con el permiso que la referencia pide para esta operación, o verifica el perfil del negocio.',
      ],
    },
    not_found: {
      title: 'No encontrado',
      meaning:
        'La dirección o el id no existe, es de otra cuenta o del otro modo: una llave de prueba nunca ve lo real.',
      remedy: ['Revisa el id y la dirección.', 'Revisa que la llave sea del modo en que se creó lo que buscas.'],
    },
    method_not_allowed: {
      title: 'Esta dirección no acepta ese método',
      meaning: 'La dirección existe, pero no para ese método HTTP.',
      remedy: ['Usa uno de los métodos del encabezado “Allow” de la respuesta.'],
    },
    link_already_paid: {
      title: 'El enlace ya está pagado',
      meaning: 'Un pago de este enlace ya se confirmó, así que ya no se puede cambiar, cerrar ni pagar.',
      remedy: [
        'Consulta el enlace: “paidPaymentId” dice cuál es el pago.',
        'Para cobrar otra cantidad, crea otro enlace.',
      ],
    },
    no_active_connection: {
      title: 'No hay un proveedor de pagos conectado para esto',
      meaning:
        'La cuenta no tiene en este modo una conexión que funcione con el proveedor pedido, o con ninguno. No se creó enlace ni pago, y a nadie se le cobró.',
      remedy: [
        'Lista las conexiones: la que tenga el estado “error” necesita credenciales nuevas.',
        'Conecta un proveedor en este modo, o pide otro en “providers”.',
      ],
    },
    request_in_flight: {
      title: 'Algo sigue en proceso',
      meaning:
        'Todavía se atiende otra solicitud con la misma llave de idempotencia, o un pago de este enlace está abierto o aún no se sabe cómo terminó. Eso tiene que terminar primero.',
      remedy: [
        'Con “Retry-After”: espera esos segundos y repite la solicitud con la misma llave de idempotencia.',
        'Sin él, primero debe terminar algo que puede tardar días, como una ficha de pago: “detail” dice qué es y cómo terminarlo.',
        'Si es un enlace, consulta su pago o pide que se sincronice: así verás cuándo terminó.',
      ],
    },
    link_expired: {
      title: 'El enlace ya venció',
      meaning:
        'Ya pasó el “expiresAt” del enlace, o faltan menos de 30 minutos: en ese lapso ya no se puede empezar un pago.',
      remedy: ['Crea un enlace nuevo con un vencimiento posterior, o sin vencimiento.'],
    },
    payload_too_large: {
      title: 'El cuerpo de la solicitud es demasiado grande',
      meaning: 'El cuerpo tiene más bytes de los que acepta esta dirección. No se leyó.',
      remedy: ['Envía menos: un comprobante puede tener hasta 700 KB antes de codificarlo.'],
    },
    unsupported_media_type: {
      title: 'El cuerpo debe ser application/json',
      meaning: 'El cuerpo tiene un tipo, una compresión o un juego de caracteres que no leemos.',
      remedy: ['Envía JSON en UTF-8, sin comprimir, con “Content-Type: application/json”.'],
    },
    idempotency_key_reuse: {
      title: 'Esta llave de idempotencia ya se usó para otra cosa',
      meaning:
        'En las últimas 24 horas la llave se usó con otro cuerpo u otra dirección. Ni devolver el primer resultado ni ejecutar la nueva solicitud sería correcto.',
      remedy: [
        'Usa una llave nueva para cada cosa nueva, y la misma solo para repetir exactamente la misma solicitud.',
      ],
    },
    provider_rejected: {
      title: 'El proveedor de pagos rechazó la solicitud',
      meaning: 'El proveedor entendió y dijo que no. No se abrió ningún pago y a nadie se le cobró.',
      remedy: [
        'Lee “detail”: trae la razón del proveedor; a menudo es un monto o una moneda que la cuenta no puede cobrar.',
        'Cambia lo que indica, u ofrece otro proveedor.',
      ],
    },
    invoicing_rejected: {
      title: 'La factura no se puede pedir o cancelar',
      meaning:
        'El proveedor de facturación, o el estado del pago o de la factura, no lo permite. No se timbró ni se canceló nada.',
      remedy: ['Lee “detail” y “errors”: dicen el campo o la razón.', 'Corrige los datos fiscales y pídela otra vez.'],
    },
    rate_limited: {
      title: 'Demasiadas solicitudes',
      meaning:
        'Demasiado en un minuto: solicitudes con esta llave, o correos o pagos iniciados de este enlace. “detail” dice cuál. No se hizo nada.',
      remedy: [
        'Espera los segundos que diga “Retry-After” y repítela con la misma llave de idempotencia.',
        'Mira “X-RateLimit-Remaining” y baja el ritmo antes de que llegue a 0.',
      ],
    },
    internal_error: {
      title: 'Algo falló de nuestro lado',
      meaning: 'Es un error de este servicio. Quedó en el registro con el “X-Request-Id” de la respuesta.',
      remedy: [
        'Repite la solicitud con la misma llave de idempotencia: nunca se hace dos veces.',
        'Si continúa, dale el “X-Request-Id” a quien opera este servicio.',
      ],
    },
    service_unavailable: {
      title: 'El servicio no está disponible por ahora',
      meaning:
        'Nuestra base de datos no responde, no admite escrituras, está llena o saturada, o se restauró de un respaldo y nada puede cambiar hasta que quien opera el servicio la revise. Si la conexión se cortó mientras se escribía, no se sabe si la solicitud tuvo efecto.',
      remedy: [
        'Espera los segundos que indica “Retry-After” y repite la solicitud con la misma llave de idempotencia: nunca se hace dos veces.',
        'Si continúa, quien opera este servicio encuentra el inicio de la falla en su registro, y “paylink doctor” dice qué hacer.',
      ],
    },
    provider_unavailable: {
      title: 'No se puede contactar al proveedor de pagos',
      meaning: 'El proveedor no respondió, o respondió que ahora no puede. Lo que se pidió no sucedió.',
      remedy: [
        'Intenta en un minuto con la misma llave de idempotencia.',
        'Si continúa, mira la página de estado del proveedor.',
      ],
    },
    email_unavailable: {
      title: 'Ahora no se pueden enviar correos',
      meaning:
        'No hay un servidor de correo configurado, así que en modo real no se puede enviar nada. El enlace no se ve afectado. (Mientras un servidor no responde, los correos se aceptan y esperan.)',
      remedy: [
        'Comparte la “url” del enlace por otro medio.',
        'Pide que se configuren PAYLINK_SMTP_URL y PAYLINK_MAIL_FROM donde corre este servicio; “paylink doctor” dice si funcionan.',
      ],
    },
    billing_unavailable: {
      title: 'Ahora no se puede verificar la suscripción',
      meaning: 'No pudimos saber si la suscripción de la cuenta está activa, así que no se creó ningún enlace real.',
      remedy: ['Intenta en un minuto con la misma llave de idempotencia.'],
    },
    invoicing_unavailable: {
      title: 'No se puede contactar al proveedor de facturación',
      meaning: 'El proveedor de facturación no respondió, o no hay uno conectado en este modo. No se timbró nada.',
      remedy: ['Intenta en unos minutos con la misma llave de idempotencia.', 'Revisa la conexión de facturación.'],
    },
  },
}
