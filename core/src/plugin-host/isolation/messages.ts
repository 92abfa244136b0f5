import {
  type ConfigValues,
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
import { truncated } from '../fields.js'
import type { PluginKind } from '../installed-plugin.js'

/** What a plugin's process is started with. */
export interface ProcessData {
  kind: PluginKind
  /** The path of the plugin's main module. */
  main: string
}

/** What a process reports about its plugin once it is loaded. Unchecked. */
export interface PluginDescription {
  manifest: unknown
  config: unknown
  webhookSecretKey?: unknown
  /** The methods that its provider implements. */
  methods: readonly string[]
  hasSimulator: boolean
  /** Of a payment provider, for every currency: `limits` is synchronous, a call to the process is not. */
  limits: [currency: string, limits: unknown][]
  /** Determined there, because not every wrong answer can cross as data. */
  limitsFault: string | null
}

/** The plain data of a context. */
export interface CallContext {
  connectionId?: string
  config?: Readonly<ConfigValues>
  [name: string]: unknown
}

export interface Call {
  target: 'provider' | 'simulator'
  method: string
  /** Its arguments, except for the context. */
  input: unknown[]
  context: CallContext
  /** The host's time, in milliseconds since the epoch. */
  now: number
}

/** The fields of an uncaught error. */
export type Failure = Required<Pick<Error, 'name' | 'message' | 'stack'>>

export type ToPlugin =
  | ({ type: 'call'; id: number } & Call)
  /** The answer is no longer awaited. */
  | { type: 'abort'; id: number }
  | { type: 'port_answer'; id: number; result: Result }
  | { type: 'ping' }

export type FromPlugin =
  /** It is ending because of this uncaught error. */
  | { type: 'failed'; error: Failure }
  | { type: 'opened'; description: string }
  | { type: 'answer'; id: number; result: Result }
  /** The plugin uses a port of its context during a call. */
  | { type: 'port'; id: number; call: number; port: string; input: unknown[] }
  | { type: 'pong' }

export type Result = { ok: true; value: unknown } | { ok: false; error: ErrorShape }

/** An error on its way across the process boundary, as plain data. */
export interface ErrorShape {
  message: string
  stack?: string
  fault?: ProviderFault
  info?: ProviderErrorInfo
  reason?: WebhookSignatureFault
  /** A RangeError: how an email plugin reports that a report cannot be read. */
  isRange?: boolean
}

export function toShape(error: unknown): ErrorShape {
  const message = truncated(error instanceof Error ? error.message : String(error))
  if (isProviderError(error)) {
    // A plugin may bring its own error classes, so `info` may be missing.
    const { providerCode, httpStatus, requestId, retryAfterSeconds, failure } =
      (error.info as ProviderErrorInfo | undefined) ?? {}
    const info = { providerCode, httpStatus, requestId, retryAfterSeconds, failure }
    return { message, fault: error.fault, info: JSON.parse(JSON.stringify(info)) as ProviderErrorInfo }
  }
  if (isWebhookSignatureError(error)) return { message, reason: error.reason }
  const isRange = error instanceof RangeError
  return { message, isRange, stack: error instanceof Error ? truncated(error.stack ?? '') : undefined }
}

const CLASSES = {
  rejected: ProviderRejectedError,
  auth: ProviderAuthError,
  unavailable: ProviderUnavailableError,
  unknown: ProviderUnknownOutcomeError,
}

export function fromShape({ message, stack, fault, info, reason, isRange }: ErrorShape): Error {
  if (fault) return new CLASSES[fault](message, info)
  if (reason) return new WebhookSignatureError(reason)
  const error = isRange ? new RangeError(message) : new Error(message)
  error.stack = stack
  return error
}
