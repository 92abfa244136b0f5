import type { IocContainer, IocContainerFactory } from '@tsoa/runtime'
import type { Request } from 'express'
import { localsOf } from './app-locals.js'

/** Resolves the controllers of the generated routes. */
export const iocContainer: IocContainerFactory<Request> = (request) => {
  const { container } = localsOf(request)
  return { get: (controller: never) => container.get(controller) } as unknown as IocContainer
}
