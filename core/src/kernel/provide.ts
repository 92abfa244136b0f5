import type { Settings } from '@paylink/config'
import type { ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify'
import type { BaseUrl, ProcessId } from './named.js'

type Bind = ContainerModuleLoadOptions['bind']

declare const VALUE: unique symbol

/** Names a value that is not an instance of a class, and carries its type: a binding that does not fit won't compile. */
export type Key<Value> = symbol & { readonly [VALUE]: (value: Value) => Value }

export const key = <Value>(name: string): Key<Value> => Symbol(name) as Key<Value>

export const SETTINGS = key<Settings>('settings')
export const BASE_URL = key<BaseUrl>('base url')
export const PROCESS_ID = key<ProcessId>('process id')

/** Private and abstract classes included. */
type Class<Service> = { prototype: Service }
type Service<Value> = Key<Value> | Class<Value>
type Services<Parts extends unknown[]> = { [Index in keyof Parts]: Service<Parts[Index]> }

/** A singleton of `service`, made of the parts its constructor takes, in their order: the compiler checks that they match. */
export function provide<Parts extends unknown[], Value>(
  bind: Bind,
  service: new (...parts: Parts) => Value,
  parts: NoInfer<Services<Parts>>,
): void {
  provideAs(bind, service, service, parts)
}

/** The same for a port: `service` is abstract, `make` fulfils it. */
export function provideAs<Parts extends unknown[], Value>(
  bind: Bind,
  service: Class<Value>,
  make: new (...parts: Parts) => NoInfer<Value>,
  parts: NoInfer<Services<Parts>>,
): void {
  resolved(bind, service, (...given: Parts) => new make(...given), parts).inSingletonScope()
}

/** The same for what its constructor alone does not make. */
export function provideFrom<Parts extends unknown[], Value>(
  bind: Bind,
  service: Service<Value>,
  parts: [...Services<Parts>],
  make: (...parts: NoInfer<Parts>) => NoInfer<Value>,
): void {
  resolved(bind, service, make, parts).inSingletonScope()
}

export function provideValue<Value>(bind: Bind, service: Service<Value>, value: NoInfer<Value>): void {
  bind(identifier(service)).toConstantValue(value)
}

/** `service` is a port that `existing`, which is bound as well, fulfils. */
export function provideAlias<Value>(bind: Bind, service: Class<Value>, existing: Class<NoInfer<Value>>): void {
  bind(identifier(service)).toService(identifier(existing))
}

/** A new one for each request: tsoa's controllers carry the status and headers of their answer. */
export function provideController<Parts extends unknown[], Controller>(
  bind: Bind,
  controller: new (...parts: Parts) => Controller,
  parts: NoInfer<Services<Parts>>,
): void {
  resolved(bind, controller, (...given: Parts) => new controller(...given), parts).inTransientScope()
}

const identifier = <Value>(service: Service<Value>) => service as ServiceIdentifier<Value>

function resolved<Parts extends unknown[], Value>(
  bind: Bind,
  service: Service<Value>,
  make: (...parts: Parts) => Value,
  parts: readonly unknown[],
) {
  return bind(identifier(service)).toResolvedValue((...given: unknown[]) => make(...(given as Parts)), parts as never)
}
