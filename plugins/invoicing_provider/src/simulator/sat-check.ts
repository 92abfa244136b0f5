import type { StampRequest } from './invoice-check.js'
import { refusedBySat } from './refusal.js'
import { REGIMES, USES } from './sat-tables.js'
import { isPerson, knownTaxpayer, PUBLIC_RFC, type Taxpayer, UNLISTED_RFCS } from './taxpayers.js'

const RFC = 'customer.tax_id'
const NAME = 'customer.legal_name'
const ZIP = 'customer.address.zip'
const REGIME = 'customer.tax_system'

/**
 * Applies the SAT's rules with the codes of its error matrix. The data of taxpayers other than its published test ones
 * is unknown: anything well formed is accepted for them.
 *
 * @throws Refusal
 */
export function checkWithSat({ receiver, use, currency, exchange }: StampRequest, issuer: Taxpayer): void {
  const { rfc, zip, regime } = receiver
  if (UNLISTED_RFCS.includes(rfc)) {
    throw refusedBySat(
      'CFDI40143',
      'Este RFC del receptor no existe en la lista de RFC inscritos no cancelados del SAT.',
      RFC,
    )
  }
  const { kinds } = REGIMES.get(regime)!
  if (kinds !== 'both' && (kinds === 'persons') !== isPerson(rfc)) {
    throw refusedBySat(
      'CFDI40158',
      'La clave del campo RegimenFiscalReceptor debe corresponder con el tipo de persona (física o moral).',
      REGIME,
    )
  }
  checkTaxpayer(receiver, knownTaxpayer(rfc))
  if (rfc === PUBLIC_RFC && zip !== issuer.zip) {
    throw refusedBySat(
      'CFDI40149',
      'El campo DomicilioFiscalReceptor no es igual al valor del campo LugarExpedicion.',
      ZIP,
    )
  }
  if (currency !== 'MXN' && exchange === '1') {
    throw refusedBySat('CFDI40118', 'El campo TipoCambio está fuera del rango permitido.', 'exchange')
  }
  if (!USES.get(use)!.regimes.has(regime)) {
    throw refusedBySat(
      'CFDI40161',
      'La clave del campo UsoCFDI debe corresponder con el tipo de persona (física o moral) y el régimen correspondiente conforme al catálogo c_UsoCFDI.',
      'use',
    )
  }
}

const WRONG_NAME =
  'El campo Nombre del receptor, debe pertenecer al nombre asociado al RFC registrado en el campo Rfc del Receptor.'

function checkTaxpayer({ name, zip, regime }: StampRequest['receiver'], known: Taxpayer | undefined): void {
  if (!known) return
  if (name !== known.name) throw refusedBySat('CFDI40145', WRONG_NAME, NAME)
  if (zip !== known.zip) {
    throw refusedBySat(
      'CFDI40148',
      'El campo DomicilioFiscalReceptor del receptor, debe pertenecer al nombre asociado al RFC registrado en el campo Rfc del Receptor.',
      ZIP,
    )
  }
  if (!known.regimes.includes(regime)) {
    throw refusedBySat(
      'CFDI40159',
      'El campo RegimenFiscalReceptor debe estar asociado al RFC registrado en el campo Rfc del Receptor.',
      REGIME,
    )
  }
}
