/** A row of SAT's catalogue c_FormaPago (CFDI 4.0): how a debt was settled. */
export interface PaymentForm {
  clave: string
  /** SAT's own words: Spanish in every language. */
  nombre: string
}

export const PAYMENT_FORMS: readonly PaymentForm[] = [
  { clave: '01', nombre: 'Efectivo' },
  { clave: '02', nombre: 'Cheque nominativo' },
  { clave: '03', nombre: 'Transferencia electrónica de fondos' },
  { clave: '04', nombre: 'Tarjeta de crédito' },
  { clave: '05', nombre: 'Monedero electrónico' },
  { clave: '06', nombre: 'Dinero electrónico' },
  { clave: '08', nombre: 'Vales de despensa' },
  { clave: '12', nombre: 'Dación en pago' },
  { clave: '13', nombre: 'Pago por subrogación' },
  { clave: '14', nombre: 'Pago por consignación' },
  { clave: '15', nombre: 'Condonación' },
  { clave: '17', nombre: 'Compensación' },
  { clave: '23', nombre: 'Novación' },
  { clave: '24', nombre: 'Confusión' },
  { clave: '25', nombre: 'Remisión de deuda' },
  { clave: '26', nombre: 'Prescripción o caducidad' },
  { clave: '27', nombre: 'A satisfacción del acreedor' },
  { clave: '28', nombre: 'Tarjeta de débito' },
  { clave: '29', nombre: 'Tarjeta de servicios' },
  { clave: '30', nombre: 'Aplicación de anticipos' },
  { clave: '31', nombre: 'Intermediario pagos' },
  { clave: '99', nombre: 'Por definir' },
]
