import type { VNode } from 'preact'
import { CheckIcon, ClockIcon, ClosedIcon, ReturnedIcon, WarningIcon } from '../../web/icons.js'
import { CalendarIcon, CircleIcon, RefusedIcon } from './icons.js'

/** `outline`: open, nothing has happened yet. */
export type Tone = 'outline' | 'blue' | 'green' | 'grey' | 'amber' | 'red'

export interface StatusLook {
  tone: Tone
  icon: () => VNode
  'es-MX': string
  en: string
}

const look = (tone: Tone, icon: () => VNode, esMX: string, en: string): StatusLook => ({
  tone,
  icon,
  'es-MX': esMX,
  en,
})

/** How each status looks and what it is called: the one place for it. */
export const STATUSES = {
  link: {
    active: look('outline', CircleIcon, 'Activo', 'Active'),
    processing: look('blue', ClockIcon, 'Pago en curso', 'Payment in progress'),
    paid: look('green', CheckIcon, 'Pagado', 'Paid'),
    expired: look('grey', CalendarIcon, 'Vencido', 'Expired'),
    disabled: look('grey', ClosedIcon, 'Desactivado', 'Disabled'),
  },
  payment: {
    pending: look('blue', ClockIcon, 'Pendiente', 'Pending'),
    succeeded: look('green', CheckIcon, 'Recibido', 'Received'),
    failed: look('red', RefusedIcon, 'Rechazado', 'Declined'),
    canceled: look('grey', ClosedIcon, 'Cancelado', 'Canceled'),
    refunded: look('grey', ReturnedIcon, 'Devuelto', 'Refunded'),
    partly_refunded: look('green', ReturnedIcon, 'Devuelto en parte', 'Partly refunded'),
    under_review: look('amber', WarningIcon, 'Por revisar', 'Needs review'),
  },
  review: {
    mismatch: look('amber', WarningIcon, 'Llegó otro monto', 'Different amount'),
    duplicate: look('amber', WarningIcon, 'Pagaron dos veces', 'Paid twice'),
    unknown_outcome: look('amber', WarningIcon, 'No sabemos si se cobró', 'Outcome unknown'),
    unrecognized: look('amber', WarningIcon, 'Respuesta desconocida', 'Unknown answer'),
    refunded_with_invoice: look('amber', WarningIcon, 'Devuelto con factura vigente', 'Refunded, invoice still valid'),
  },
  invoice: {
    /** In its first minute a request is under way by itself. */
    just_requested: look('blue', ClockIcon, 'En espera', 'Waiting'),
    requested: look('amber', ClockIcon, 'En espera', 'Waiting'),
    stamping: look('blue', ClockIcon, 'Timbrando', 'Stamping'),
    stamped: look('green', CheckIcon, 'Timbrada', 'Stamped'),
    failed: look('red', RefusedIcon, 'Rechazada', 'Rejected'),
    cancel_pending: look('amber', ClockIcon, 'Cancelación en trámite', 'Cancelling'),
    cancelled: look('grey', ClosedIcon, 'Cancelada', 'Cancelled'),
  },
  mail: {
    queued: look('blue', ClockIcon, 'En cola', 'Queued'),
    sending: look('blue', ClockIcon, 'Saliendo', 'Sending'),
    unknown: look('amber', WarningIcon, 'Sin confirmar', 'Unconfirmed'),
    simulated: look('grey', CircleIcon, 'Simulado', 'Simulated'),
    sent: look('grey', CheckIcon, 'Enviado', 'Sent'),
    delivered: look('green', CheckIcon, 'Entregado', 'Delivered'),
    bounced: look('red', RefusedIcon, 'Rebotó', 'Bounced'),
    failed: look('red', RefusedIcon, 'No salió', 'Not sent'),
  },
  delivery: {
    scheduled: look('amber', ClockIcon, 'Se reintentará', 'Will retry'),
    sending: look('blue', ClockIcon, 'Enviando', 'Sending'),
    delivered: look('green', CheckIcon, 'Entregado', 'Delivered'),
    exhausted: look('red', RefusedIcon, 'Sin entregar', 'Not delivered'),
    stopped: look('grey', ClosedIcon, 'Detenido', 'Stopped'),
  },
  connection: {
    active: look('green', CheckIcon, 'Conectado', 'Connected'),
    error: look('red', WarningIcon, 'Con error', 'Error'),
    disconnected: look('grey', ClosedIcon, 'Desconectado', 'Disconnected'),
    sandbox: look('amber', CircleIcon, 'Simulador', 'Simulator'),
  },
  /** What an agent asked a person for. */
  approval: {
    pending: look('amber', ClockIcon, 'Espera tu permiso', 'Waits for approval'),
    granted: look('green', CheckIcon, 'Con permiso', 'Approved'),
    declined: look('red', RefusedIcon, 'Sin permiso', 'Declined'),
    expired: look('grey', CalendarIcon, 'Terminó', 'Ended'),
  },
} satisfies Record<string, Record<string, StatusLook>>

export type Thing = keyof typeof STATUSES

export type StatusOf<Of extends Thing> = keyof (typeof STATUSES)[Of]

export const lookOf = <Of extends Thing>(thing: Of, status: StatusOf<Of>): StatusLook =>
  STATUSES[thing][status] as StatusLook
