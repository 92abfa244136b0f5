/** Two rotations at once would each remove the other's key. */
export class RotationRunningError extends Error {
  constructor(pid: number) {
    super(`Another paylink secrets rotate is running (process ${pid}). Wait until it has ended.`)
    this.name = 'RotationRunningError'
  }
}

/** The operator sets the key, and has not set another one. */
export class NothingToRotateError extends Error {
  constructor() {
    super(
      'The secret key is set by you, so the new one is yours to set as well: generate it (openssl rand -base64 32), set PAYLINK_SECRET_KEY to the new key and PAYLINK_PREVIOUS_SECRET_KEY to the present one for every process, restart them, and run paylink secrets rotate again.',
    )
    this.name = 'NothingToRotateError'
  }
}
