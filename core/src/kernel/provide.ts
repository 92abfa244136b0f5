import type { Settings } from '@paylink/config'
import type { ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify'

type Bind = ContainerModuleLoadOptions['bind']

declare const VALUE: unique symbol

/** Names a value that is not an instance of a class, and carries its type: a binding that does not fit won't compile. */
export type Key<Value> = symbol & { readonly [VALUE]: (value: Value) => Value }

export const key = <Value>(name: string): Key<Value> => Symbol(name) as Key<Value>

export const SETTINGS = key<Settings>('settings')
export const BASE_URL = key<string>('base url')
export const PROCESS_ID = key<string>('process id')

/** Private and abstract classes included. */
type Class<Service> = { prototype: Service }
type Services<Parts extends unknown[]> = { [Index in keyof Parts]: Key<Parts[Index]> | Class<Parts[Index]> }

/** A singleton of `service`, made of the parts its constructor takes, in their order: the compiler checks that they match. */
export function provide<Parts extends unknown[], Service>(
  bind: Bind,
  service: new (...parts: Parts) => Service,
  parts: NoInfer<Services<Parts>>,
): void {
  provideAs(bind, service, service, parts)
}

/** The same for a port: `service` is abstract, `make` fulfils it. */
export function provideAs<Parts extends unknown[], Service>(
  bind: Bind,
  service: Class<Service>,
  make: new (...parts: Parts) => Service,
  parts: NoInfer<Services<Parts>>,
): void {
  bind(service as ServiceIdentifier<Service>)
    .toResolvedValue((...given: unknown[]) => new make(...(given as Parts)), parts as never)
    .inSingletonScope()
}

/** A new one for each request: tsoa's controllers carry the status and headers of their answer. */
export function provideController<Parts extends unknown[], Controller>(
  bind: Bind,
  controller: new (...parts: Parts) => Controller,
  parts: NoInfer<Services<Parts>>,
): void {
  bind(controller)
    .toResolvedValue((...given: unknown[]) => new controller(...(given as Parts)), parts as never)
    .inTransientScope()
}
