import { type Amounts, amountsOf, centavosText, type Line, microsText, micros } from './amounts.js'
import { cadenaOf, type CfdiNode } from './cfdi-node.js'
import type { Placed } from './invoice-facts.js'
import type { Seal } from './seal.js'
import { PROVIDER, type Taxpayer } from './taxpayers.js'

const IVA = '002'

/** A stamped invoice: the document and the values printed beside it. */
export interface Cfdi {
  document: CfdiNode
  /** When it was issued and stamped, in Mexico City. */
  issuedAt: string
  stampedAt: string
  /** The issuer's. */
  seal: string
  satSeal: string
  /** The text signed by the PAC. */
  stampCadena: string
}

/** CFDI 4.0 of the type income, with its stamp. */
export function cfdiOf(placed: Placed, issuer: Taxpayer, seals: { issuer: Seal; sat: Seal }): Cfdi {
  const issuedAt = mexicoCity(placed.createdAt)
  const stampedAt = mexicoCity(placed.stampedAt)
  const unsealed = comprobante(placed, issuer, { issuedAt, certificateNumber: seals.issuer.number })
  const seal = seals.issuer.sign(cadenaOf(unsealed))
  const stamp: CfdiNode = {
    name: 'tfd:TimbreFiscalDigital',
    attributes: {
      Version: '1.1',
      UUID: placed.uuid,
      FechaTimbrado: stampedAt,
      RfcProvCertif: PROVIDER.rfc,
      SelloCFD: seal,
      NoCertificadoSAT: seals.sat.number,
    },
  }
  const stampCadena = cadenaOf(stamp)
  const satSeal = seals.sat.sign(stampCadena)
  const signedStamp = { ...stamp, unsigned: { ...STAMP_SCHEMA, SelloSAT: satSeal } }
  const document = {
    ...unsealed,
    unsigned: { ...CFDI_SCHEMA, Sello: seal, Certificado: seals.issuer.certificate },
    children: [...unsealed.children!, { name: 'cfdi:Complemento', children: [signedStamp] }],
  }
  return { document, issuedAt, stampedAt, seal, satSeal, stampCadena }
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const CFDI_SCHEMA = {
  'xmlns:cfdi': 'http://www.sat.gob.mx/cfd/4',
  'xmlns:xsi': XSI,
  'xsi:schemaLocation': 'http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd',
}
const STAMP_SCHEMA = {
  'xmlns:tfd': 'http://www.sat.gob.mx/TimbreFiscalDigital',
  'xsi:schemaLocation':
    'http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd',
}

function comprobante(
  placed: Placed,
  issuer: Taxpayer,
  { issuedAt, certificateNumber }: { issuedAt: string; certificateNumber: string },
): CfdiNode {
  const amounts = amountsOf(placed.lines)
  const { receiver } = placed
  return {
    name: 'cfdi:Comprobante',
    attributes: {
      Version: '4.0',
      Fecha: issuedAt,
      FormaPago: placed.paymentForm,
      NoCertificado: certificateNumber,
      SubTotal: centavosText(amounts.subtotal),
      Moneda: placed.currency,
      ...(placed.currency === 'MXN' ? {} : { TipoCambio: placed.exchange }),
      Total: centavosText(amounts.total),
      TipoDeComprobante: 'I',
      Exportacion: '01',
      MetodoPago: 'PUE',
      LugarExpedicion: issuer.zip,
    },
    children: [
      { name: 'cfdi:Emisor', attributes: { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.regimes[0]! } },
      {
        name: 'cfdi:Receptor',
        attributes: {
          Rfc: receiver.rfc,
          Nombre: receiver.name,
          DomicilioFiscalReceptor: receiver.zip,
          RegimenFiscalReceptor: receiver.regime,
          UsoCFDI: placed.use,
        },
      },
      { name: 'cfdi:Conceptos', children: placed.lines.map((line, index) => concepto(line, amounts, index)) },
      impuestos(amounts),
    ],
  }
}

function concepto(line: Line, { lines }: Amounts, index: number): CfdiNode {
  const { amount, base, tax } = lines[index]!
  const isTaxed = line.tax !== 'exempt'
  const traslado = {
    name: 'cfdi:Traslado',
    attributes: {
      Base: microsText(base),
      Impuesto: IVA,
      TipoFactor: isTaxed ? 'Tasa' : 'Exento',
      ...(line.tax === 'exempt' ? {} : { TasaOCuota: rateText(line.tax.rate), Importe: microsText(tax!) }),
    },
  }
  return {
    name: 'cfdi:Concepto',
    attributes: {
      ClaveProdServ: line.productKey,
      Cantidad: line.quantity,
      ClaveUnidad: line.unitKey,
      Descripcion: line.description,
      ValorUnitario: microsText(micros(line.price)),
      Importe: microsText(amount),
      ObjetoImp: '02',
    },
    children: [{ name: 'cfdi:Impuestos', children: [{ name: 'cfdi:Traslados', children: [traslado] }] }],
  }
}

/** Exempt lines are listed but not summed; with exempt lines only there is no sum. */
function impuestos({ groups, taxes }: Amounts): CfdiNode {
  const traslados = groups.map(({ rate, base, tax }) => ({
    name: 'cfdi:Traslado',
    attributes: {
      Base: centavosText(base),
      Impuesto: IVA,
      TipoFactor: rate === undefined ? 'Exento' : 'Tasa',
      ...(rate === undefined ? {} : { TasaOCuota: rateText(rate), Importe: centavosText(tax!) }),
    },
  }))
  const hasTaxed = groups.some(({ rate }) => rate !== undefined)
  return {
    name: 'cfdi:Impuestos',
    children: [{ name: 'cfdi:Traslados', children: traslados }],
    closing: hasTaxed ? { TotalImpuestosTrasladados: centavosText(taxes) } : {},
  }
}

const rateText = (rate: string): string => Number(rate).toFixed(6)

/** Central Mexico time without an offset, as the SAT requires. */
function mexicoCity(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE', { timeZone: 'America/Mexico_City' }).replace(' ', 'T')
}
