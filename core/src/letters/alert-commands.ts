import type { Alert } from '../alerts/alerts.repository.js'

const COMMANDS: Partial<Record<Alert['kind'], (target: string) => string[]>> = {
  'webhook_endpoint.failing': (id) => [`paylink webhooks deliveries ${id}`],
  'webhook_endpoint.disabled': (id) => [
    `paylink webhooks enable ${id}`,
    `paylink webhooks resend --failed --endpoint ${id}`,
  ],
  'invoicing.stalled': () => ['paylink invoicing status --mode live'],
}

/** The commands that help with an alert, in their order. */
export const commandsFor = ({ kind, target }: Pick<Alert, 'kind' | 'target'>): string[] =>
  COMMANDS[kind]?.(target) ?? []
