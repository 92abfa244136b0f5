/** What we use of the library, which comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** What a model stores. */
  type Stored = Record<string, unknown>

  interface Adapter {
    upsert(id: string, payload: Stored, expiresInSeconds: number): Promise<void>
    find(id: string): Promise<Stored | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  interface Client {
    clientId: string
    clientName?: string
    redirectUris: string[]
    /** Its metadata is a document at the address that it is identified by. */
    clientIdMetadataDocument?: true
  }

  /** One request, as Koa and the library have it. */
  interface Context {
    req: IncomingMessage
    status: number
    body: unknown
    response: { get(name: string): string | string[] | undefined }
    set(headers: Record<string, string | string[]>): void
    remove(name: string): void
    oidc: {
      /** `authorization`, `resume`, `token`, `revocation`. */
      route: string
      params?: Record<string, unknown>
      client?: Client
      requestParamScopes: ReadonlySet<string>
      result?: { consent?: { grantId: string } }
      provider: { Grant: { find(id: string): Promise<unknown> } }
    }
  }

  /** The request that was begun with these parameters waits for a person. */
  interface Interaction {
    uid: string
    params: Record<string, unknown>
  }

  class OIDCProviderError extends Error {
    error: string
    error_description?: string
  }
  type ErrorOf = new (description?: string, scope?: string) => OIDCProviderError

  export const errors: Record<
    'AccessDenied' | 'InvalidGrant' | 'InvalidScope' | 'InvalidTarget' | 'SessionNotFound',
    ErrorOf
  >

  class Check {
    constructor(reason: string, description: string, error: string, check: (context: Context) => boolean)
  }
  class Prompt {
    constructor(info: { name: string; requestable: boolean }, ...checks: Check[])
  }
  export const interactionPolicy: { Check: typeof Check; Prompt: typeof Prompt }

  /** The middleware framework that it is built on. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    /** The request that is being answered. */
    static readonly ctx: Context | undefined
    /** Trust `X-Forwarded-*`. */
    proxy: boolean
    /** Without this Koa writes errors to the console. */
    silent: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): this
    on(event: 'error', listener: (error: unknown) => void): this
  }
}
