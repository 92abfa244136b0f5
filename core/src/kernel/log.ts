/** The service's log. Never a secret, never a customer's data. */
export abstract class Log {
  abstract debug(fields: object, message: string): void
  abstract info(fields: object, message: string): void
  abstract warn(fields: object, message: string): void
  abstract error(fields: object, message: string): void
}
