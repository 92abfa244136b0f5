/** Calls of this method that are `meant` wait until `release`. `count`: how many there were. */
export function hang<Method extends string, Provider extends Record<Method, (input: any, ctx: any) => Promise<any>>>(
  provider: Provider,
  method: Method,
  isMeant: (input: Parameters<Provider[Method]>[0]) => boolean = () => true,
): { release: () => void; count: () => number } {
  const act = provider[method].bind(provider)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let count = 0
  provider[method] = (async (input, ctx) => {
    if (isMeant(input)) {
      count++
      await released
    }
    return act(input, ctx)
  }) as Provider[Method]
  return { release, count: () => count }
}
