import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from '@paylink/core/contract/contract'

export const RELEASED = fileURLToPath(new URL('../../../docs/contract/released.json', import.meta.url))

/** What an installation with the built-in providers serves. */
export const currentContract = (): Contract => loadContract('http://localhost:8080', ['provider_a', 'provider_b'])

export const releasedContract = (): Contract => JSON.parse(readFileSync(RELEASED, 'utf8')) as Contract

export const release = (): void => writeFileSync(RELEASED, `${JSON.stringify(currentContract(), null, 2)}\n`)
