/** The little of autocannon that we use; it brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Options {
    url: string
    method: string
    headers: Record<string, string>
    body?: string
    connections: number
    duration: number
    sampleInt: number
    /** Puts a new id in the place of every `[<id>]`. */
    idReplacement: boolean
    /** Each request is made anew. */
    requests?: { setupRequest: (one: object) => object }[]
  }

  export interface Result {
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }

  export type Running = EventEmitter & { stop(): void }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Running
}
