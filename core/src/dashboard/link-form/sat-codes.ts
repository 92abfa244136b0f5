/** Usual entries of the SAT's catalogue of units, which has 2,400; any code may be typed. */
export const SAT_UNITS: readonly (readonly [code: string, name: string])[] = [
  ['E48', 'Unidad de servicio'],
  ['H87', 'Pieza'],
  ['ACT', 'Actividad'],
  ['KGM', 'Kilogramo'],
  ['GRM', 'Gramo'],
  ['LTR', 'Litro'],
  ['MTR', 'Metro'],
  ['MTK', 'Metro cuadrado'],
  ['XBX', 'Caja'],
  ['XPK', 'Paquete'],
  ['SET', 'Conjunto'],
  ['PR', 'Par'],
  ['HUR', 'Hora'],
  ['DAY', 'Día'],
  ['MON', 'Mes'],
]

/** The SAT's code for what has none of its own. */
export const UNLISTED_PRODUCT = '01010101 · No existe en el catálogo'
