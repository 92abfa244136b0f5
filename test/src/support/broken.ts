/** Breaks a method of a running server's part. Returns a function that mends it. */
export function broken<T extends object>(
  service: T,
  methodOf: (service: T) => unknown,
  failing: (...given: never[]) => Promise<never>,
): () => void {
  const works = methodOf(service)
  const name = Object.getOwnPropertyNames(Object.getPrototypeOf(service)).find(
    (candidate) => service[candidate as keyof T] === works,
  ) as keyof T
  Object.assign(service, { [name]: failing })
  return () => void delete service[name]
}
