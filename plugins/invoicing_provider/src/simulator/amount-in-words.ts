const BELOW_THIRTY = [
  ...['', 'UN', 'DOS', 'TRES', 'CUATRO', 'CINCO', 'SEIS', 'SIETE', 'OCHO', 'NUEVE'],
  ...['DIEZ', 'ONCE', 'DOCE', 'TRECE', 'CATORCE', 'QUINCE', 'DIECISÉIS', 'DIECISIETE', 'DIECIOCHO', 'DIECINUEVE'],
  ...['VEINTE', 'VEINTIÚN', 'VEINTIDÓS', 'VEINTITRÉS', 'VEINTICUATRO', 'VEINTICINCO', 'VEINTISÉIS', 'VEINTISIETE'],
  ...['VEINTIOCHO', 'VEINTINUEVE'],
]
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA']
const HUNDREDS = [
  ...['', 'CIENTO', 'DOSCIENTOS', 'TRESCIENTOS', 'CUATROCIENTOS', 'QUINIENTOS', 'SEISCIENTOS', 'SETECIENTOS'],
  ...['OCHOCIENTOS', 'NOVECIENTOS'],
]

/** As printed on Mexican invoices: `TRES MIL QUINIENTOS PESOS 00/100 M.N.` */
export function amountInWords(centavos: bigint, currency: string): string {
  const [units, cents] = [centavos / 100n, String(centavos % 100n).padStart(2, '0')]
  const words = units === 0n ? 'CERO' : wordsOf(units)
  if (currency !== 'MXN') return `${words} ${currency} ${cents}/100`
  const unit = units === 1n ? 'PESO' : 'PESOS'
  // Spanish: `UN MILLÓN DE PESOS`.
  const of = units > 0n && units % 1_000_000n === 0n ? 'DE ' : ''
  return `${words} ${of}${unit} ${cents}/100 M.N.`
}

/** Spanish says thousands of millions; a billón is a million millions. */
function wordsOf(units: bigint): string {
  const steps: [size: bigint, one: string, many: string][] = [
    [1_000_000_000_000n, 'UN BILLÓN', 'BILLONES'],
    [1_000_000n, 'UN MILLÓN', 'MILLONES'],
    [1000n, 'MIL', 'MIL'],
  ]
  for (const [size, one, many] of steps) {
    if (units < size) continue
    const count = units / size
    return joined(count === 1n ? one : `${wordsOf(count)} ${many}`, wordsOf(units % size))
  }
  return belowThousand(Number(units))
}

function belowThousand(number: number): string {
  if (number === 100) return 'CIEN'
  const rest = number % 100
  const tens =
    rest < 30 ? BELOW_THIRTY[rest]! : [TENS[Math.floor(rest / 10)], BELOW_THIRTY[rest % 10]].filter(Boolean).join(' Y ')
  return joined(HUNDREDS[Math.floor(number / 100)]!, tens)
}

const joined = (...words: string[]): string => words.filter((word) => word !== '').join(' ')
