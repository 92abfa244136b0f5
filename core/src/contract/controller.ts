import type * as tsoa from '@tsoa/runtime'

/** tsoa reads the decorators from the source when it generates contract and handlers: when they run, they do nothing. */
const readBySource = (): (() => void) => () => undefined

export const Body: typeof tsoa.Body = readBySource
export const Extension: typeof tsoa.Extension = readBySource
export const Get: typeof tsoa.Get = readBySource
export const Header: typeof tsoa.Header = readBySource
export const OperationId: typeof tsoa.OperationId = readBySource
export const Path: typeof tsoa.Path = readBySource
export const Post: typeof tsoa.Post = readBySource
export const Produces: typeof tsoa.Produces = readBySource
export const Query: typeof tsoa.Query = readBySource
export const Request: typeof tsoa.Request = readBySource
export const Route: typeof tsoa.Route = readBySource
export const SuccessResponse: typeof tsoa.SuccessResponse = readBySource
export const Tags: typeof tsoa.Tags = readBySource

/** Serves operations of the contract. Each call has an instance of its own, which holds the answer's status and headers. */
export class Controller {
  private status: number | undefined
  private readonly headers: Record<string, string> = {}

  getStatus(): number | undefined {
    return this.status
  }

  getHeaders(): Readonly<Record<string, string>> {
    return this.headers
  }

  protected setStatus(status: number): void {
    this.status = status
  }

  protected setHeader(name: string, value: string): void {
    this.headers[name] = value
  }
}
