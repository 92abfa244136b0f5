/** Presentment currencies without minor units, or with three decimals: refused on links (R109). */
const NOT_TWO_DECIMALS = new Set(
  (
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ' +
    'BHD IQD JOD KWD LYD OMR TND CLF UYW MGA MRU'
  ).split(' '),
)

export const DEFAULT_CURRENCY = 'MXN'

/** Two decimals, as every amount of the API is read (R109). `code` is in upper case. */
export const hasTwoDecimals = (code: string): boolean => !NOT_TWO_DECIMALS.has(code)

/** Every currency there is, as ISO 4217 names it: for whoever must be asked about all of them at once. */
export const everyCurrency = (): string[] => Intl.supportedValuesOf('currency')

/** Whether money in it can be written down, whoever names it: amounts without two decimals would be read wrongly. */
export const isBookable = (code: string): boolean => everyCurrency().includes(code) && hasTwoDecimals(code)
