import type { Children } from './children.js'
import type { BenchDatabases } from './databases.js'

/** Ends what a run started, once; also when it is interrupted. Returns how to do so at its end. */
export function cleanUpAfter(children: Children, databases: BenchDatabases): () => Promise<void> {
  let cleaned: Promise<void> | undefined
  const cleanUp = (): Promise<void> => (cleaned ??= children.stopAll().then(() => databases.stop()))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(code)))
  }
  return cleanUp
}
