/** An element of an XML document without text nodes, such as a CFDI; independent of the plugin's code. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
}

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/gy
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function readXml(bytes: Uint8Array): XmlElement {
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^<\?xml[^?]*\?>/, '')
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let end = 0
  for (const [whole, isEnd, name = '', attributes = '', isEmpty] of xml.matchAll(TAG)) {
    end += whole.length
    if (isEnd) {
      if (open.pop()?.name !== name) throw new Error(`${name} ends, and was not open`)
      continue
    }
    const element = { name, attributes: attributesIn(attributes), children: [] }
    open.at(-1)!.children.push(element)
    if (!isEmpty) open.push(element)
  }
  if (end !== xml.length || open.length !== 1) throw new Error(`no well-formed XML at ${end}`)
  return top.children[0]!
}

export function all(element: XmlElement, name: string): XmlElement[] {
  const below = element.children.flatMap((child) => all(child, name))
  return element.name === name ? [element, ...below] : below
}

export const one = (element: XmlElement, name: string): Record<string, string> => all(element, name)[0]!.attributes

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)])
  return Object.fromEntries(pairs) as Record<string, string>
}

const plain = (value: string): string => value.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!)

/** The attributes that the SAT's transformation reads, in order; those in brackets are read after the children. */
const READ: Record<string, string> = {
  'cfdi:Comprobante':
    'Version Serie Folio Fecha FormaPago NoCertificado CondicionesDePago SubTotal Descuento Moneda TipoCambio Total ' +
    'TipoDeComprobante Exportacion MetodoPago LugarExpedicion Confirmacion',
  'cfdi:Emisor': 'Rfc Nombre RegimenFiscal FacAtrAdquirente',
  'cfdi:Receptor': 'Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal NumRegIdTrib RegimenFiscalReceptor UsoCFDI',
  'cfdi:Concepto':
    'ClaveProdServ NoIdentificacion Cantidad ClaveUnidad Unidad Descripcion ValorUnitario Importe Descuento ObjetoImp',
  'cfdi:Traslado': 'Base Impuesto TipoFactor TasaOCuota Importe',
  'cfdi:Impuestos': '[TotalImpuestosTrasladados]',
  'tfd:TimbreFiscalDigital': 'Version UUID FechaTimbrado RfcProvCertif Leyenda SelloCFD NoCertificadoSAT',
}

/** The *cadena original* of a document or a stamp. */
export function cadenaOf(element: XmlElement): string {
  return `|${valuesOf(element).join('')}||`
}

function valuesOf({ name, attributes, children }: XmlElement): string[] {
  const names = (READ[name] ?? '').split(' ')
  const pick = (wanted: string[]) =>
    wanted.filter((one) => one in attributes).map((one) => `|${attributes[one]!.trim().replace(/[ \t\r\n]+/g, ' ')}`)
  const after = names.filter((one) => one.startsWith('[')).map((one) => one.slice(1, -1))
  const below = children.filter((child) => child.name !== 'cfdi:Complemento').flatMap(valuesOf)
  return [...pick(names), ...below, ...pick(after)]
}
