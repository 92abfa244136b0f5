import type { OperationInput } from '../contract/served-operation.js'
import type { ServedContract, OperationId } from '../contract/served-contract.js'
import { OPERATOR } from '../kernel/principal.js'
import { withFlagNames } from './with-flag-names.js'

/**
 * Validates the input of a command by the rules of the API, before the database is opened. Which providers are
 * installed is not known yet, so any is allowed.
 *
 * @param flags the flag of each field, e.g. `{ title: '--title' }`
 * @throws UsageError with the flag or field of every fault
 */
export const parseInput = <Id extends OperationId>(id: Id, input: OperationInput, flags: Record<string, string>) =>
  withContract(flags, (contract) => contract.parse(id, input, OPERATOR))

/** Validates a flag against a named schema of the contract. @throws UsageError */
export const parseFlag = (flag: string, schema: string, value: string): Promise<void> =>
  withContract({}, (contract) => contract.parseValue(schema, value, flag))

async function withContract<T>(flags: Record<string, string>, parse: (contract: ServedContract) => T): Promise<T> {
  const { loadContract } = await import('../contract/contract.js')
  const { ServedContract } = await import('../contract/served-contract.js')
  return withFlagNames(flags, () => parse(new ServedContract(loadContract('', null))))
}
