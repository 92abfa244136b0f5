import {
  isProviderError,
  isWebhookSignatureError,
  ProviderAuthError,
  type ProviderErrorInfo,
  type ProviderFault,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  WebhookSignatureError,
  type WebhookSignatureFault,
} from '@paylink/plugin-api'
import type { ProviderMethod } from '@paylink/plugin-api/rules'
import { inShort } from '../fields.js'

/** What a process is started with. */
export interface ProcessData {
  /** The address of the plugin's main module. */
  main: string
  /** The limits of all of them are asked once: `limits` answers at once, and a process cannot. */
  currencies: string[]
}

/** What a process says of its plugin once it is loaded; nothing of it is checked yet. */
export interface PluginDescription {
  manifest: unknown
  config: unknown
  webhookSecretKey?: unknown
  /** The methods that its provider has. */
  methods: ProviderMethod[]
  hasSimulator: boolean
  limits: [currency: string, limits: unknown][]
  /** Found there, because not everything that is wrong crosses as data. */
  limitsFault: string | null
}

export interface Call {
  target: 'provider' | 'simulator'
  method: string
  /** Its arguments, but for the context. */
  input: unknown[]
  /** What of the context is data. */
  context: object
  /** The host's time, in milliseconds since the epoch. */
  now: number
}

/** The fields of an error that nobody caught. */
export type Failure = Required<Pick<Error, 'name' | 'message' | 'stack'>>

export type ToPlugin =
  | ({ type: 'call'; id: number } & Call)
  /** Nobody waits for the answer any more. */
  | { type: 'abort'; id: number }
  | { type: 'port_answer'; id: number; result: Result }
  | { type: 'ping' }

export type FromPlugin =
  /** It ends for this error, which nobody caught. */
  | { type: 'failed'; error: Failure }
  | { type: 'opened'; description: string }
  | { type: 'answer'; id: number; result: Result }
  /** The plugin uses something of its context, in the course of a call. */
  | { type: 'port'; id: number; call: number; port: string; input: unknown[] }
  | { type: 'pong' }

export type Result = { ok: true; value: unknown } | { ok: false; error: ErrorShape }

/** An error on its way to the other side: what it says, not what it is. */
export interface ErrorShape {
  message: string
  stack?: string
  fault?: ProviderFault
  info?: ProviderErrorInfo
  reason?: WebhookSignatureFault
}

export function toShape(error: unknown): ErrorShape {
  const message = inShort(error instanceof Error ? error.message : String(error))
  if (isProviderError(error)) {
    // A plugin may bring classes of its own: `info` is what it made of it.
    const { providerCode, httpStatus, requestId, retryAfterSeconds } =
      (error.info as ProviderErrorInfo | undefined) ?? {}
    return { message, fault: error.fault, info: { providerCode, httpStatus, requestId, retryAfterSeconds } }
  }
  if (isWebhookSignatureError(error)) return { message, reason: error.reason }
  return { message, stack: error instanceof Error ? inShort(error.stack ?? '') : undefined }
}

const CLASSES = {
  rejected: ProviderRejectedError,
  auth: ProviderAuthError,
  unavailable: ProviderUnavailableError,
  unknown: ProviderUnknownOutcomeError,
}

export function fromShape({ message, stack, fault, info, reason }: ErrorShape): Error {
  if (fault) return new CLASSES[fault](message, info)
  if (reason) return new WebhookSignatureError(reason)
  const error = new Error(message)
  error.stack = stack
  return error
}
