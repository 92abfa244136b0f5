/** A realistic request and response for each operation. The suite checks each against its schema. */
import { BASE_URL } from './contract-parts.mjs'

const LINK = 'plink_01m7xzt4k8f2rb6v1e9hq3w5yc'
const PAYMENT = 'pay_01m7xzvdree00a40g984sc4xqr'
const SLUG = '4Yt7mWc2KpQ9sVbXe3HnLr'

export const PATH_IDS = { payment_links: LINK, payments: PAYMENT }

const items = [
  { name: 'Taza de barro negro', quantity: 2, unitPriceCentavos: 18_500 },
  { name: 'Envío a Guadalajara', quantity: 1, unitPriceCentavos: 12_000 },
]
const metadata = { pedido: 'A-1042', sucursal: 'Oaxaca Centro' }
const customer = { customerEmail: 'ana.flores@example.com', customerName: 'Ana Flores Ríos' }

const created = {
  object: 'payment_link',
  id: LINK,
  livemode: false,
  status: 'active',
  url: `${BASE_URL}/p/${SLUG}`,
  amountCentavos: 49_000,
  currency: 'MXN',
  expiresAt: '2100-01-01T00:00:00.000Z',
  metadata,
}

const link = {
  ...created,
  slug: SLUG,
  title: 'Pedido A-1042',
  description: 'Dos tazas de barro negro, con envío.',
  items,
  ...customer,
  createdAt: '2026-12-01T17:04:05.120Z',
  paidPaymentId: null,
  channel: 'api',
  providers: [],
  invoiceable: false,
}

const payment = {
  object: 'payment',
  id: PAYMENT,
  linkId: LINK,
  livemode: false,
  status: 'succeeded',
  provider: 'provider_a',
  providerRef: 'cs_test_a1B2c3D4e5F6g7H8',
  method: 'card',
  amountCentavos: 49_000,
  currency: 'MXN',
  ...customer,
  paidAt: '2026-12-01T17:09:41.000Z',
  createdAt: '2026-12-01T17:08:12.532Z',
  note: null,
  hasReference: false,
  reconcileAfter: null,
  reconcileError: null,
  metadata,
}

const email = {
  id: 'eml_01m7xzy2b9d4t8r5w1c7fk0q3n',
  linkId: LINK,
  to: 'ana.flores@example.com',
  livemode: false,
  status: 'queued',
  subject: 'Barro y Color te envía un cobro de $490.00',
  error: null,
  createdAt: '2026-12-01T17:05:30.004Z',
  sentAt: null,
  deliveredAt: null,
  bouncedAt: null,
  openedAt: null,
  clickedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
  temporaryFailedAt: null,
}

const receiver = {
  rfc: 'XIA190128J61',
  name: 'XENON INDUSTRIAL ARTICLES',
  zip: '76343',
  regimenFiscal: '601',
  usoCfdi: 'G03',
  email: 'compras@example.com',
}

const invoice = {
  object: 'payment_invoice',
  id: 'inv_01m7y00c5s6j2m9x4v8b1ndt7e',
  paymentId: PAYMENT,
  livemode: false,
  status: 'requested',
  uuid: null,
  totalCentavos: null,
  formaPago: '04',
  receiver,
  failureCode: null,
  failureReason: null,
  cancelMotivo: null,
  stampedAt: null,
  cancelledAt: null,
  createdAt: '2026-12-01T17:30:00.250Z',
}

const stamped = {
  ...invoice,
  status: 'stamped',
  uuid: '5C7B1F0E-3A52-4D8E-9C1B-2F64A8D07E91',
  totalCentavos: 49_000,
  stampedAt: '2026-12-01T17:30:04.000Z',
}

const listOf = (...data) => ({ object: 'list', data, has_more: false })

export const REQUESTS = {
  create_payment_link: {
    title: 'Pedido A-1042',
    description: 'Dos tazas de barro negro, con envío.',
    items,
    ...customer,
    // Far off: a request copied from the contract must not be refused because its day has passed.
    expiresAt: '2099-12-31T18:00:00-06:00',
    metadata,
  },
  update_payment_link: { description: 'Se entrega el viernes por la tarde.', customerName: null },
  mark_payment_link_paid: { method: 'spei_transfer', note: 'SPEI recibido, clave de rastreo 4711' },
  email_payment_link: { to: 'ana.flores@example.com' },
  request_payment_invoice: receiver,
  cancel_payment_invoice: { motivo: '02' },
}

export const RESPONSES = {
  list_payment_links: listOf(link),
  create_payment_link: created,
  retrieve_payment_link: link,
  update_payment_link: { ...link, description: 'Se entrega el viernes por la tarde.', customerName: null },
  disable_payment_link: { ...link, status: 'disabled' },
  mark_payment_link_paid: { ...link, status: 'paid', paidPaymentId: PAYMENT },
  email_payment_link: email,
  list_payment_link_emails: { data: [{ ...email, status: 'sent', sentAt: '2026-12-01T17:05:31.880Z' }] },
  list_payments: listOf(payment),
  retrieve_payment: payment,
  sync_payment: { paymentId: PAYMENT, status: 'pending', outcome: 'pending' },
  list_connections: listOf({
    id: 'conn_01m7xzr1a3g5n7p9q2s4t6v8wx',
    provider: 'provider_a',
    status: 'active',
    livemode: false,
    externalAccountId: 'acct_1NvTestBarroColor',
    displayName: 'Barro y Color',
    lastError: null,
    lastCheckedAt: '2026-12-01T16:00:00.000Z',
    createdAt: '2026-11-20T15:12:09.400Z',
    updatedAt: '2026-12-01T16:00:00.000Z',
  }),
  get_invoicing_connection: {
    object: 'invoicing_connection',
    service: 'invoicing_provider',
    status: 'active',
    livemode: false,
    displayName: 'Barro y Color',
    merchant: {
      id: 'org_01m7xzr1a3',
      rfc: 'BYC200214KL7',
      legalName: 'BARRO Y COLOR',
      defaultProductCode: '52152101',
      defaultUnitCode: 'H87',
    },
    ready: true,
    lastError: null,
    createdAt: '2026-11-20T15:20:44.010Z',
    updatedAt: '2026-11-20T15:21:02.731Z',
  },
  get_invoicing_catalogs: {
    regimenes: [{ clave: '601', nombre: 'General de Ley Personas Morales', fisica: false, moral: true }],
    usos: [{ clave: 'G03', nombre: 'Gastos en general', fisica: true, moral: true }],
  },
  get_payment_invoice: {
    object: 'payment_invoicing',
    invoiceable: true,
    invoiceUrl: `${BASE_URL}/p/${SLUG}/invoice`,
    formasPago: { suggested: '04', allowed: [{ code: '04', label: 'Tarjeta de crédito' }] },
    invoice: stamped,
  },
  request_payment_invoice: invoice,
  cancel_payment_invoice: { ...stamped, status: 'cancel_pending', cancelMotivo: '02' },
  get_payment_invoice_files: {
    status: 'stamped',
    pdfUrl: `${BASE_URL}/invoices/inv_01m7y00c5s6j2m9x4v8b1ndt7e.pdf?expires=1796146200&signature=Zm9saW8`,
    xmlUrl: `${BASE_URL}/invoices/inv_01m7y00c5s6j2m9x4v8b1ndt7e.xml?expires=1796146200&signature=c2VsbG8`,
    expiresInSeconds: 900,
  },
}

/** The `detail` of some problems. */
export const DETAILS = {
  validation_error: 'items[0].quantity: must be at least 1',
  unauthorized: 'Send a valid API key as: Authorization: Bearer <API_KEY>.',
  forbidden: 'This key lacks the scope links:write.',
  not_found: 'There is no such payment link.',
  rate_limited: 'At most 300 requests a minute. Try again in 12 s.',
  internal_error: 'Something went wrong on our side.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'Send the body as application/json in UTF-8.',
}

export const PROBLEM_ERRORS = { validation_error: [{ path: 'items[0].quantity', message: 'must be at least 1' }] }
