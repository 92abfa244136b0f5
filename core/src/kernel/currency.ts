/** Currencies with no minor unit or with three decimals, which links refuse (R109). */
const NOT_TWO_DECIMALS = new Set(
  (
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ' +
    'BHD IQD JOD KWD LYD OMR TND CLF UYW MGA MRU'
  ).split(' '),
)

export const DEFAULT_CURRENCY = 'MXN'

/** The API reads every amount as having two decimals (R109). `code` is in upper case. */
export const hasTwoDecimals = (code: string): boolean => !NOT_TWO_DECIMALS.has(code)

/** Every ISO 4217 code. */
export const everyCurrency = (): string[] => Intl.supportedValuesOf('currency')

/** Can an amount in this currency be stored? One without two decimals would be misread. */
export const isBookable = (code: string): boolean => everyCurrency().includes(code) && hasTwoDecimals(code)
