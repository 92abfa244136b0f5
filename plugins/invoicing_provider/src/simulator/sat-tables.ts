/** Who a regime of the SAT's catalogue applies to. */
type Kinds = 'persons' | 'entities' | 'both'

/** `c_RegimenFiscal` of CFDI 4.0. */
export const REGIMES: ReadonlyMap<string, { name: string; kinds: Kinds }> = new Map([
  ['601', { name: 'General de Ley Personas Morales', kinds: 'entities' }],
  ['603', { name: 'Personas Morales con Fines no Lucrativos', kinds: 'entities' }],
  ['605', { name: 'Sueldos y Salarios e Ingresos Asimilados a Salarios', kinds: 'persons' }],
  ['606', { name: 'Arrendamiento', kinds: 'persons' }],
  ['607', { name: 'Régimen de Enajenación o Adquisición de Bienes', kinds: 'persons' }],
  ['608', { name: 'Demás ingresos', kinds: 'persons' }],
  ['610', { name: 'Residentes en el Extranjero sin Establecimiento Permanente en México', kinds: 'both' }],
  ['611', { name: 'Ingresos por Dividendos (socios y accionistas)', kinds: 'persons' }],
  ['612', { name: 'Personas Físicas con Actividades Empresariales y Profesionales', kinds: 'persons' }],
  ['614', { name: 'Ingresos por intereses', kinds: 'persons' }],
  ['615', { name: 'Régimen de los ingresos por obtención de premios', kinds: 'persons' }],
  ['616', { name: 'Sin obligaciones fiscales', kinds: 'persons' }],
  ['620', { name: 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos', kinds: 'entities' }],
  ['621', { name: 'Incorporación Fiscal', kinds: 'persons' }],
  ['622', { name: 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras', kinds: 'entities' }],
  ['623', { name: 'Opcional para Grupos de Sociedades', kinds: 'entities' }],
  ['624', { name: 'Coordinados', kinds: 'entities' }],
  [
    '625',
    {
      name: 'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
      kinds: 'persons',
    },
  ],
  ['626', { name: 'Régimen Simplificado de Confianza', kinds: 'both' }],
])

const OF_BUSINESS = '601 603 606 612 620 621 622 623 624 625 626'
const OF_PERSONS = '605 606 607 608 611 612 614 615 625'
const OF_ALL = '601 603 605 606 607 608 610 611 612 614 615 616 620 621 622 623 624 625 626'

const use = (name: string, regimes: string) => ({ name, regimes: new Set(regimes.split(' ')) })

/** `c_UsoCFDI` of CFDI 4.0, with the receiver's regimes that allow it. */
export const USES: ReadonlyMap<string, { name: string; regimes: ReadonlySet<string> }> = new Map([
  ['G01', use('Adquisición de mercancías', OF_BUSINESS)],
  ['G02', use('Devoluciones, descuentos o bonificaciones', `${OF_BUSINESS} 616`)],
  ['G03', use('Gastos en general', OF_BUSINESS)],
  ['I01', use('Construcciones', OF_BUSINESS)],
  ['I02', use('Mobiliario y equipo de oficina por inversiones', OF_BUSINESS)],
  ['I03', use('Equipo de transporte', OF_BUSINESS)],
  ['I04', use('Equipo de computo y accesorios', OF_BUSINESS)],
  ['I05', use('Dados, troqueles, moldes, matrices y herramental', OF_BUSINESS)],
  ['I06', use('Comunicaciones telefónicas', OF_BUSINESS)],
  ['I07', use('Comunicaciones satelitales', OF_BUSINESS)],
  ['I08', use('Otra maquinaria y equipo', OF_BUSINESS)],
  ['D01', use('Honorarios médicos, dentales y gastos hospitalarios', OF_PERSONS)],
  ['D02', use('Gastos médicos por incapacidad o discapacidad', OF_PERSONS)],
  ['D03', use('Gastos funerales', OF_PERSONS)],
  ['D04', use('Donativos', OF_PERSONS)],
  ['D05', use('Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)', OF_PERSONS)],
  ['D06', use('Aportaciones voluntarias al SAR', OF_PERSONS)],
  ['D07', use('Primas por seguros de gastos médicos', OF_PERSONS)],
  ['D08', use('Gastos de transportación escolar obligatoria', OF_PERSONS)],
  ['D09', use('Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones', OF_PERSONS)],
  ['D10', use('Pagos por servicios educativos (colegiaturas)', OF_PERSONS)],
  ['S01', use('Sin efectos fiscales', OF_ALL)],
])

/** `c_FormaPago` without `99` (to be defined), which an invoice paid in full cannot have. */
export const PAYMENT_FORMS: ReadonlyMap<string, string> = new Map([
  ['01', 'Efectivo'],
  ['02', 'Cheque nominativo'],
  ['03', 'Transferencia electrónica de fondos'],
  ['04', 'Tarjeta de crédito'],
  ['05', 'Monedero electrónico'],
  ['06', 'Dinero electrónico'],
  ['08', 'Vales de despensa'],
  ['12', 'Dación en pago'],
  ['13', 'Pago por subrogación'],
  ['14', 'Pago por consignación'],
  ['15', 'Condonación'],
  ['17', 'Compensación'],
  ['23', 'Novación'],
  ['24', 'Confusión'],
  ['25', 'Remisión de deuda'],
  ['26', 'Prescripción o caducidad'],
  ['27', 'A satisfacción del acreedor'],
  ['28', 'Tarjeta de débito'],
  ['29', 'Tarjeta de servicios'],
  ['30', 'Aplicación de anticipos'],
  ['31', 'Intermediario pagos'],
])
