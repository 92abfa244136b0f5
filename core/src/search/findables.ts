import type { Reader } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'
import type { Findable } from './search-words.js'

/** The rows of one kind, as the index reads them. Implemented by the rooms that own them. */
export abstract class FindableLinks {
  abstract byIds(scope: Scope, ids: readonly string[], on?: Reader): Promise<Findable[]>
}

export abstract class FindablePayments {
  abstract byIds(scope: Scope, ids: readonly string[], on?: Reader): Promise<Findable[]>
}

export abstract class FindableInvoices {
  abstract byIds(scope: Scope, ids: readonly string[], on?: Reader): Promise<Findable[]>
}
