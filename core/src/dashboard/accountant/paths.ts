/** Below the base. */
export const ACCOUNTANT = '/accountant'
/** Where the form about the monthly email is sent. */
export const MONTHLY_MAIL = `${ACCOUNTANT}/mail`
