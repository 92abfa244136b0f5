export const accountantEsMx = {
  title: 'Para tu contador',
  about:
    'Un renglón por cada movimiento de dinero. Todas las columnas de números se pueden sumar: las devoluciones y las comisiones van en negativo.',
  month: 'Mes',
  untilToday: (month: string) => `${month}, hasta hoy`,
  show: 'Ver',
  excel: 'Descargar Excel',
  csv: 'CSV',
  confirmFirst: 'Al descargar te pedimos confirmar que eres tú.',
  sheet: 'Así viene la hoja',
  caption: (month: string, currency: string) => `Movimientos de ${month} en ${currency}`,
  allRows: 'Todos sus renglones',
  lastRows: (count: number) => `Los últimos ${count} de sus renglones`,
  customerAndConcept: 'Cliente y concepto',
  noCustomer: 'Sin cliente',
  parts: (base: string, iva: string, total: string) => `Base ${base} + IVA ${iva} = ${total}`,
  fee: (fee: string) => `comisión ${fee}`,
  exempt: (exempt: string) => `exento ${exempt}`,
  breakdown: 'Desglose',
  sumOfThese: (currency: string) => `Suma de estos renglones, en ${currency}`,
  adds: 'Cuadra',
  received: 'Cobros del mes',
  refunded: 'Devoluciones',
  fees: 'Comisiones',
  net: 'Neto',
  matches: 'Es la suma de la hoja, al centavo.',
  differs:
    'La hoja no suma lo mismo que los cobros de Inicio. Avisa a quien administra el servidor: el comando doctor dice qué pago no cuadra.',
  long: 'La hoja es larga: sale de los mismos registros, y se suma en el archivo.',
  noFees:
    'Un proveedor no dijo su comisión de todos los cobros de este mes: la hoja va sin comisión ni neto, para que nadie sume una parte como si fuera todo.',
  late: 'Un renglón que se registró después de cerrar el mes trae su fecha en la columna Registrado.',
  empty: 'En este mes no hubo movimientos de dinero.',
  emptyText: 'Cada cobro, devolución y comisión será un renglón de la hoja.',
  wrongMonth: 'Ese mes no existe. Te mostramos el actual.',
}

export type AccountantWords = typeof accountantEsMx
