import type { IocContainer, IocContainerFactory } from '@tsoa/runtime'
import type { Request } from 'express'
import { appOf } from './app-locals.js'

/** Where the generated routes get their controllers from. */
export const iocContainer: IocContainerFactory<Request> = (request) => {
  const { container } = appOf(request)
  return { get: (controller: never) => container.get(controller) } as unknown as IocContainer
}
