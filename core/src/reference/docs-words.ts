const EN = {
  title: 'API reference',
  lead: 'Payment links, payments, provider connections and invoices.',
  contents: 'Contents',
  gettingStarted: 'Getting started',
  /** Followed by the base URL and by the contract's. */
  address: 'Every URL begins with',
  contract: 'Requests and responses are JSON. The machine-readable contract is',
  /** Text between backticks is code. */
  topics: [
    {
      title: 'Authentication',
      text: 'Send your API key with every request: `Authorization: Bearer sk_test_…`. A key belongs to one account and one mode: what `sk_test_…` creates is never visible to `sk_live_…`, and in test mode no money moves. A restricted key can do only what its scopes allow.',
    },
    {
      title: 'Idempotency',
      text: 'Where a request takes an `Idempotency-Key`, send a new key for each new operation and the same key when you retry: for 24 hours a retry returns the first response, byte for byte, and nothing is done twice. `Idempotency-Replayed: true` marks a replayed response.',
    },
    {
      title: 'Amounts, times and lists',
      text: 'Amounts are integers in minor units: `435000` is 4,350.00. Times are ISO 8601 with a time zone. Lists are sorted newest first; pass the last id as `starting_after` while `has_more` is true.',
    },
    {
      title: 'Errors',
      text: 'Errors are `application/problem+json` with a `code`, and a `type` that links to the page that explains it. Every response has an `X-Request-Id`; include it when you ask for help.',
    },
  ],
  problems: 'All problems',
  parameters: 'Parameters',
  body: 'Body',
  optional: 'optional',
  required: 'required',
  scope: 'A restricted key needs the scope',
  example: 'Example',
  responses: 'Responses',
  schemas: 'Schemas',
  name: 'Name',
  description: 'Description',
  status: 'Status',
}

export type DocsLanguage = typeof EN

const ES: DocsLanguage = {
  title: 'Referencia de la API',
  lead: 'Enlaces de pago, pagos, conexiones con proveedores y facturas. Las descripciones están en inglés.',
  contents: 'Contenido',
  gettingStarted: 'Primeros pasos',
  address: 'Todas las direcciones empiezan con',
  contract: 'Las solicitudes y las respuestas son JSON. El contrato para programas está en',
  topics: [
    {
      title: 'Autenticación',
      text: 'Envía tu llave de API en cada solicitud: `Authorization: Bearer sk_test_…`. Una llave es de una cuenta y de un modo: lo que crea `sk_test_…` nunca lo ve `sk_live_…`, y en modo de prueba no se mueve dinero. Una llave restringida solo puede hacer lo que permiten sus permisos.',
    },
    {
      title: 'Idempotencia',
      text: 'Donde una solicitud acepta `Idempotency-Key`, envía una llave nueva para cada operación nueva y la misma cuando reintentes: durante 24 horas el reintento devuelve la primera respuesta, byte por byte, y nada se hace dos veces. `Idempotency-Replayed: true` indica que la respuesta es una repetición.',
    },
    {
      title: 'Montos, fechas y listas',
      text: 'Los montos son enteros en la unidad menor: `435000` es 4,350.00. Las fechas van en ISO 8601 con zona horaria. Las listas empiezan por lo más reciente; envía el último id como `starting_after` mientras `has_more` sea true.',
    },
    {
      title: 'Errores',
      text: 'Los errores son `application/problem+json` con un `code` y un `type` que lleva a la página que lo explica. Cada respuesta trae un `X-Request-Id`; inclúyelo cuando pidas ayuda.',
    },
  ],
  problems: 'Todos los problemas',
  parameters: 'Parámetros',
  body: 'Cuerpo',
  optional: 'opcional',
  required: 'obligatorio',
  scope: 'Una llave restringida necesita el permiso',
  example: 'Ejemplo',
  responses: 'Respuestas',
  schemas: 'Esquemas',
  name: 'Nombre',
  description: 'Descripción',
  status: 'Estado',
}

export const DOCS_WORDS = { 'es-MX': ES, en: EN }
