import { Resolver } from '@paylink/core/outbound/resolver'

/** Knows every name, and notes who asked. */
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
