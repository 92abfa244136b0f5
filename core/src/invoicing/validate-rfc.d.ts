/** The package's own types promise a default export that its CommonJS file does not have: it is the function itself. */
declare module 'validate-rfc' {
  type RfcError = 'INVALID_FORMAT' | 'INVALID_DATE' | 'INVALID_VERIFICATION_DIGIT' | 'FORBIDDEN_WORD'

  function validateRfc(rfc: string): { isValid: boolean; errors?: RfcError[] }
  export = validateRfc
}
