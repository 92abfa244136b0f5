/** Who is at the other end: a client of ours, a server that we call, or a row that was due. */
export type SpanKind = 'server' | 'client' | 'consumer'
export type Attributes = Record<string, string | number | boolean>

export interface SpanOptions {
  attributes?: Attributes
  /** The caller's `traceparent` header. */
  traceparent?: string
  /** Part of no other span, even if it begins in one. */
  isRoot?: boolean
}

export interface Span {
  /** Spans that begin in `act`, or in what it begins and awaits, are parts of this one. */
  run<T>(act: () => T): T
  rename(name: string): void
  set(attributes: Attributes): void
  /** `reason`: a kind of failure, never a message, which may have a customer's data in it. */
  fail(reason: string): void
  end(): void
}

/** Records how long work takes and what it is part of. Attributes are never a customer's data. */
export abstract class Tracer {
  abstract begin(name: string, kind: SpanKind, options?: SpanOptions): Span

  async within<T>(name: string, kind: SpanKind, options: SpanOptions, act: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(name, kind, options)
    try {
      return await span.run(() => act(span))
    } catch (error) {
      span.fail(error instanceof Error ? error.name : 'Error')
      throw error
    } finally {
      span.end()
    }
  }
}

const NO_SPAN: Span = {
  run: (act) => act(),
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** Traces go nowhere. */
export class NoTracer extends Tracer {
  begin(): Span {
    return NO_SPAN
  }
}
