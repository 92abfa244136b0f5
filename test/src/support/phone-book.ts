import type { Resolver } from '@paylink/core/outbound/resolver'

/** Resolves every name, and records the look-ups. */
export class PhoneBook implements Resolver {
  readonly asked: string[] = []

  constructor(private readonly addresses: readonly string[]) {}

  resolve(name: string): Promise<string[]> {
    this.asked.push(name)
    return Promise.resolve([...this.addresses])
  }
}
