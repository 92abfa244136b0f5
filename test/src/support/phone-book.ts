import { Resolver } from '@paylink/core/outbound/resolver'

/** Resolves every name, and records the look-ups. */
export class PhoneBook extends Resolver {
  readonly asked: string[] = []

  constructor(private readonly addresses: readonly string[]) {
    super()
  }

  resolve(name: string): Promise<string[]> {
    this.asked.push(name)
    return Promise.resolve([...this.addresses])
  }
}
