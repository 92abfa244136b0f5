let failed = 0

/** A state that the rest of the code rules out. The transaction that finds it is rolled back. Counted for `/metrics`. */
export class FailedAssertion extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FailedAssertion'
    failed++
  }
}

/** Since the process began. */
export const countFailedAssertions = (): number => failed
