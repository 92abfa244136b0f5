import type { InvoiceField, ProviderFault } from '@paylink/plugin-api'
import { expect } from 'chai'
import { adapter, RECEIVER, rejection, scriptedContext, scriptedHttp, stampInput } from './harness.js'

interface Row {
  title: string
  status: number
  body: unknown
  headers?: Record<string, string>
  fault: ProviderFault
  code?: string
  field?: InvoiceField
}

const said = (code: string | undefined, message: string, more: object = {}) => ({ ok: false, code, message, ...more })
const detail = (code: string, path: string | undefined, source: string, message = 'dicho así') => ({
  errors: [{ code, path, source, message }],
})

const sat = (code: string, field?: InvoiceField): Row => ({
  title: `the SAT’s ${code}`,
  status: 400,
  body: said('invoice_stamping_validation_error', 'Validación de timbrado', detail(code, undefined, 'sat')),
  fault: 'rejected',
  code,
  field,
})

const typed = (path: string, field?: InvoiceField): Row => ({
  title: `a form that Facturapi does not take, at ${path}`,
  status: 400,
  body: said('invalid_request', 'La solicitud no es válida.', detail('invalid_format', path, 'facturapi')),
  fault: 'rejected',
  code: 'invalid_format',
  field,
})

const taxInfo = (code: string, field: InvoiceField): Row => ({
  title: `Facturapi’s ${code}`,
  status: 400,
  body: said('invalid_request', 'La solicitud no es válida.', detail(code, undefined, 'facturapi')),
  fault: 'rejected',
  code,
  field,
})

const merchants = (status: number, code: string | undefined, message = 'dicho así', more: object = {}): Row => ({
  title: `${status} ${code ?? `“${message}”`}`,
  status,
  body: said(code, message, more),
  fault: 'unavailable',
})

const unclear = (status: number, body: unknown, title = `${status} ${JSON.stringify(body)}`): Row => ({
  title,
  status,
  body,
  fault: 'unknown',
})

const ROWS: Row[] = [
  sat('CFDI40104', 'formaPago'),
  sat('CFDI40143', 'rfc'),
  sat('CFDI40144', 'name'),
  sat('CFDI40145', 'name'),
  sat('CFDI40147', 'zip'),
  sat('CFDI40148', 'zip'),
  sat('CFDI40149', 'zip'),
  sat('CFDI40157', 'regimenFiscal'),
  sat('CFDI40158', 'regimenFiscal'),
  sat('CFDI40159', 'regimenFiscal'),
  sat('CFDI40160', 'usoCfdi'),
  sat('CFDI40161', 'usoCfdi'),
  sat('CFDI40102'),
  sat('CFDI40139'),
  sat('CFDI40999'),
  {
    title: 'a SAT code inside a message of the PAC',
    status: 400,
    body: said('invoice_stamping_failed', 'CFDI40145 - El campo Nombre del receptor, debe pertenecer al nombre…'),
    fault: 'rejected',
    code: 'CFDI40145',
    field: 'name',
  },
  {
    title: 'a SAT code inside a detail’s message, behind another detail',
    status: 400,
    body: said('invoice_stamping_failed', 'Validación de timbrado', {
      errors: [
        { message: 'resumen', code: 'validation', source: 'pac' },
        { message: 'CFDI40148: El campo DomicilioFiscalReceptor…', code: '301', source: 'pac' },
      ],
    }),
    fault: 'rejected',
    code: 'CFDI40148',
    field: 'zip',
  },
  {
    title: 'a code of the SAT’s at a path of ours',
    status: 400,
    body: said(
      'invoice_stamping_failed',
      'Validación de timbrado',
      detail('CFDI40148', 'customer.address.zip', 'pac', 'El certificado dice otro código postal'),
    ),
    fault: 'rejected',
    code: 'CFDI40148',
    field: 'zip',
  },
  typed('customer.tax_id', 'rfc'),
  typed('customer.legal_name', 'name'),
  typed('customer.address.zip', 'zip'),
  typed('customer.tax_system', 'regimenFiscal'),
  typed('use', 'usoCfdi'),
  typed('payment_form', 'formaPago'),
  typed('items[0].product.price'),
  {
    title: 'a path without details',
    status: 400,
    body: said('invalid_request', '"customer.tax_id" no es válido', { path: 'customer.tax_id' }),
    fault: 'rejected',
    code: 'invalid_request',
    field: 'rfc',
  },
  {
    title: 'an old refusal that has a message alone',
    status: 400,
    body: { message: 'El RFC no es válido' },
    fault: 'rejected',
    code: 'rejected',
  },
  taxInfo('tax_id_not_found', 'rfc'),
  taxInfo('legal_name_mismatch', 'name'),
  taxInfo('tax_address_zip_mismatch', 'zip'),
  taxInfo('tax_system_not_allowed_for_tax_id', 'regimenFiscal'),
  { title: '401', status: 401, body: said('api_key_invalid', 'La llave no existe'), fault: 'auth' },
  { title: '401 without a word', status: 401, body: '', fault: 'auth' },
  { title: '403 for the key', status: 403, body: said('api_key_not_allowed', 'No permitido'), fault: 'auth' },
  merchants(402, 'subscription_required'),
  merchants(402, 'something_new'),
  merchants(403, 'forbidden'),
  merchants(403, 'user_suspended'),
  merchants(400, 'subscription_live_access_required'),
  merchants(400, 'organization_incomplete'),
  merchants(400, 'certificate_expired'),
  merchants(400, 'csd_required'),
  merchants(400, 'manifesto_signature_failed'),
  merchants(400, undefined, 'No tienes timbres disponibles'),
  merchants(400, 'invoice_stamping_failed', 'Saldo insuficiente con el PAC'),
  merchants(400, 'invoice_stamping_failed', 'Timbrado', detail('305', undefined, 'pac', 'CSD fuera de vigencia')),
  { ...merchants(429, 'rate_limit_exceeded'), headers: { 'retry-after': '17' } },
  merchants(429, undefined),
  unclear(400, said('idempotency_key_in_use', 'En uso')),
  unclear(409, said('conflict', 'Conflicto')),
  unclear(400, said('stamping_in_progress', 'En proceso')),
  unclear(400, said('invoice_stamping_service_unavailable', 'El PAC no responde')),
  unclear(400, said('invoice_stamping_failed', 'No se pudo')),
  unclear(408, said('timeout', 'Tarde')),
  unclear(500, said('internal_error', 'Error interno')),
  unclear(502, '<html>Bad gateway</html>'),
  unclear(400, '<html>Bad request</html>'),
  unclear(404, ''),
  unclear(301, ''),
  unclear(200, '<html>Welcome</html>'),
  unclear(200, said('whatever', 'bajo 200')),
  unclear(200, {}),
  unclear(200, null),
  unclear(200, { id: 'x', status: 'valid', livemode: false }, 'a stamped invoice without a folio'),
  unclear(200, { id: 'x', status: 'brand_new', livemode: false }, 'an invoice in a state that we don’t know'),
]

describe('the answers of Facturapi to a stamp request', () => {
  for (const { title, status, body, headers, fault, code, field } of ROWS) {
    it(`${title} is ${fault}${field ? ` for the ${field}` : ''}`, async () => {
      const { http } = scriptedHttp(() => ({ status, body, headers }))
      const thrown = await rejection(adapter.stamp(stampInput(), scriptedContext(http)))
      expect(thrown.fault).to.equal(fault)
      if (fault === 'rejected') {
        expect(thrown.info.failure).to.include({ code, field })
        expect(thrown.info.failure!.reason).to.be.a('string').that.is.not.empty
      } else expect(thrown.info.failure).to.equal(undefined)
      expect(thrown.info.retryAfterSeconds).to.equal(headers ? 17 : undefined)
      expect(thrown.info.httpStatus).to.equal(status)
    })
  }

  it('are quoted to the merchant when the merchant must act', async () => {
    const body = said('organization_incomplete', 'Falta subir tu CSD')
    const { http } = scriptedHttp(() => ({ status: 400, body, headers: { 'x-facturapi-log-id': 'log_1' } }))
    const { message, info } = await rejection(adapter.stamp(stampInput(), scriptedContext(http)))
    expect(message).to.include('Falta subir tu CSD')
    expect(info).to.include({ providerCode: 'organization_incomplete', requestId: 'log_1' })
  })

  it('are reported without keys and customer data', async () => {
    const message = `sk_live_abc123: ${RECEIVER.name} (${RECEIVER.rfc}, ana@example.com) no coincide con XOJI740919U48`
    const whole = said('CFDI40145', message, detail('CFDI40145', undefined, 'sat', message))
    for (const status of [400, 402, 401, 500]) {
      const { http } = scriptedHttp(() => ({ status, body: whole }))
      const thrown = await rejection(adapter.stamp(stampInput(), scriptedContext(http)))
      const shown = JSON.stringify([thrown.message, thrown.info, thrown.stack, String(thrown.cause)])
      for (const secret of ['abc123', RECEIVER.name, RECEIVER.rfc, 'ana@', 'XOJI740919U48']) {
        expect(shown, `${status}`).to.not.include(secret)
      }
    }
  })

  it('are reported without the customer’s name in any case', async () => {
    const name = 'José (Pepe) Ñandú & Cía. *'
    const message = `El nombre ${name.toUpperCase()} no coincide`
    const { http } = scriptedHttp(() => ({ status: 400, body: said('CFDI40145', message) }))
    const stamping = adapter.stamp(stampInput({ receiver: { ...RECEIVER, name } }), scriptedContext(http))
    const { message: told, info } = await rejection(stamping)
    expect(JSON.stringify([told, info])).to.not.include('PEPE')
  })

  it('to a read are no verdict on the invoice when refused', async () => {
    const refusals = [
      { status: 404, body: said('invoice_not_found', 'No existe') },
      { status: 400, body: said('invalid_request', 'Mal') },
      { status: 409, body: said('conflict', 'Conflicto') },
      { status: 500, body: '' },
      { status: 200, body: '<html>' },
      { status: 200, body: { data: 'none' } },
      { status: 200, body: { data: [{ id: 'x' }] } },
    ]
    for (const refusal of refusals) {
      const context = scriptedContext(scriptedHttp(() => refusal).http)
      const ref = { providerRef: 'x', invoiceId: 'inv_1', createdAfter: '2026-01-01T00:00:00Z' }
      expect((await rejection(adapter.retrieve(ref, context))).fault).to.equal('unavailable')
      expect((await rejection(adapter.findByReference(ref, context))).fault).to.equal('unavailable')
      expect((await rejection(adapter.file({ ...ref, format: 'pdf' }, context))).fault).to.equal('unavailable')
    }
  })
})
