/** A table of due rows, as metrics and the doctor count it. */
export interface Queue {
  table: string
  /** When the row is due; null: it is finished. */
  dueAt: string
  /** Which of its rows wait for nothing but their time. */
  only?: string
}

export const QUEUES = {
  notifications: { table: 'notifications', dueAt: 'next_attempt_at' },
  verifications: { table: 'payments', dueAt: 'reconcile_after' },
  webhooks: {
    table: 'webhook_deliveries',
    dueAt: 'next_attempt_at',
    // Those of an endpoint that was disabled are stopped soon.
    only: `exists (select 1 from webhook_endpoints p where p.id = d.endpoint_id and p.status = 'enabled')`,
  },
  emails: { table: 'email_deliveries', dueAt: 'next_attempt_at' },
  invoices: { table: 'invoices', dueAt: 'next_attempt_at' },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof QUEUES

/** The rows of it that are not finished, as SQL that begins with `from`. */
export const rowsOf = ({ table, dueAt, only }: Queue): string =>
  `from ${table} d where d.${dueAt} is not null ${only ? `and ${only}` : ''}`
