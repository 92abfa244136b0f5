import type { ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify'

export type Bind = ContainerModuleLoadOptions['bind']

/** Values that are no classes. */
export const SETTINGS = Symbol('settings')
export const DATABASE = Symbol('database')
export const READER = Symbol('reader')
export const WRITER = Symbol('writer')
export const ENGINE = Symbol('engine')
export const BASE_URL = Symbol('base url')
export const PROCESS_ID = Symbol('process id')
export const INSTANCE = Symbol('instance')
export const WEBHOOK_CLIENT = Symbol('webhook client')

type Services<Parts extends unknown[]> = { [Index in keyof Parts]: ServiceIdentifier<Parts[Index]> }

/** One of a kind, made of the parts its constructor takes, in their order: the compiler checks that they match. */
export function provide<Parts extends unknown[], Service>(
  bind: Bind,
  service: ServiceIdentifier<Service>,
  make: new (...parts: Parts) => Service,
  parts: Services<Parts>,
): void {
  bind(service)
    .toResolvedValue((...given: unknown[]) => new make(...(given as Parts)), parts as never)
    .inSingletonScope()
}

/** A new one for each request: tsoa's controllers carry the status and headers of their answer. */
export function provideController<Parts extends unknown[], Controller>(
  bind: Bind,
  controller: new (...parts: Parts) => Controller,
  parts: Services<Parts>,
): void {
  bind(controller)
    .toResolvedValue((...given: unknown[]) => new controller(...(given as Parts)), parts as never)
    .inTransientScope()
}
