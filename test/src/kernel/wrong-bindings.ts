import { DATABASE, ENGINE, READER, WRITER } from '@paylink/core/database/database.module'
import type { Reader, Writer } from '@paylink/core/database/engine'
import { Generation } from '@paylink/core/database/generation'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Clock } from '@paylink/core/kernel/clock'
import type { BaseUrl, ProcessId } from '@paylink/core/kernel/named'
import * as provide from '@paylink/core/kernel/provide'
import { Timer } from '@paylink/core/kernel/timer'
import { GuardedClient } from '@paylink/core/outbound/guarded-client'
import { WebhookClient } from '@paylink/core/webhooks/webhook-client'

class Urls {
  constructor(
    readonly baseUrl: BaseUrl,
    readonly clock: Clock,
  ) {}
}
class Claims {
  constructor(readonly processId: ProcessId) {}
}
class Rows {
  constructor(
    readonly reader: Reader,
    readonly writer: Writer,
  ) {}
}
class Sends {
  constructor(readonly client: WebhookClient) {}
}
class FixedClock implements Clock {
  now = (): Date => new Date(0)
}

/** Never run. The build fails if one of these bindings compiles: then its `@ts-expect-error` is unused. */
export function wrongBindings(bind: Parameters<typeof provide.provideValue>[0]): void {
  const { BASE_URL, PROCESS_ID } = provide
  provide.provide(bind, Urls, [BASE_URL, Clock])
  provide.provide(bind, Rows, [READER, WRITER])
  provide.provide(bind, Claims, [PROCESS_ID])
  provide.provide(bind, Sends, [WebhookClient])
  provide.provideAs(bind, Clock, FixedClock, [])
  provide.provideFrom(bind, Urls, [BASE_URL, Clock], (baseUrl, clock) => new Urls(baseUrl, clock))
  provide.provideValue(bind, ENGINE, 'postgres')
  provide.provideAlias(bind, Clock, FixedClock)

  // @ts-expect-error in the wrong order
  provide.provide(bind, Urls, [Clock, BASE_URL])
  // @ts-expect-error too few parts
  provide.provide(bind, Urls, [BASE_URL])
  // @ts-expect-error both are strings
  provide.provide(bind, Urls, [PROCESS_ID, Clock])
  // @ts-expect-error both are strings
  provide.provide(bind, Claims, [BASE_URL])
  // @ts-expect-error both are Knex
  provide.provide(bind, Rows, [WRITER, READER])
  // @ts-expect-error both are clients, with other limits
  provide.provide(bind, Sends, [GuardedClient])
  // @ts-expect-error it does not fulfil the port
  provide.provideAs(bind, UnitOfWork, FixedClock, [])
  // @ts-expect-error it makes something else
  provide.provideFrom(bind, Clock, [Timer], (timer) => timer)
  // @ts-expect-error the parts are something else
  provide.provideFrom(bind, Urls, [PROCESS_ID, Clock], (baseUrl, clock) => new Urls(baseUrl, clock))
  // @ts-expect-error it has another controller's parts
  provide.provideController(bind, Claims, [Clock])
  // @ts-expect-error not one of the engines
  provide.provideValue(bind, ENGINE, 'mysql')
  // @ts-expect-error a number
  provide.provideValue(bind, BASE_URL, 42)
  // @ts-expect-error any string
  provide.provideValue(bind, BASE_URL, 'https://pay.example.com')
  // @ts-expect-error another value
  provide.provideValue(bind, DATABASE, new FixedClock())
  // @ts-expect-error it is no clock
  provide.provideAlias(bind, Clock, Generation)
}
