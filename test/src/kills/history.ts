import type { Answer, Call } from './link-model.js'

/** One call of a client, and when. */
export interface Operation {
  call: Call
  from: number
  /** Null: no answer. It may have happened, then or later, or not at all. */
  to: number | null
  answer: Answer | null
}

/** The clients' requests for each link, and their answers. */
export class History {
  private clock = 0
  private readonly byLink = new Map<string, Operation[]>()

  /** A call leaves. It ends when `answered` is called; repeats under one key are one operation. */
  begin(link: string, call: Call): Operation {
    const operation = { call, from: ++this.clock, to: null, answer: null }
    const operations = this.byLink.get(link) ?? []
    this.byLink.set(link, [...operations, operation])
    return operation
  }

  answered(operation: Operation, answer: Answer): void {
    Object.assign(operation, { to: ++this.clock, answer })
  }

  links(): [link: string, operations: Operation[]][] {
    return [...this.byLink]
  }

  get length(): number {
    return [...this.byLink.values()].reduce((sum, operations) => sum + operations.length, 0)
  }
}
