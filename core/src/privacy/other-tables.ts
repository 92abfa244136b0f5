import type { TableEntry } from './table-entry.js'

/** Tables in which no row is looked up for a customer: they name none, or nothing in them leads to one. */
export const OTHER_TABLES: Readonly<Record<string, TableEntry>> = {
  // Addresses of clients, payers among them, beside nothing that tells who they are; deleted after seven days.
  access_lines: {
    plain: 'id at method path status ms of_caller account_id key_id livemode problem refusal client protocol',
  },
  // Forms of the team, sealed, for an hour.
  held_forms: { plain: 'id user_id account_id path created_at expires_at', secret: 'sealed_fields' },
  // Numbers of words: erasing removes the entries of the customer's rows.
  search_terms: { plain: 'term document' },
  search_queue: { plain: 'account_id livemode object_id' },
  // The provider's ids.
  notifications: {
    plain:
      'id connection_id event_id event_type subjects received_at handled_at next_attempt_at attempts outcome claimed_by',
  },
  erasures: {
    plain: 'id account_id progress started_at',
    secret: 'subject sealed_plan',
  },

  accounts: {
    plain:
      'id name verified_at suspended_at subscription brand_color brand_logo brand_logo_type support_email support_phone locale time_zone created_at mail_reminder_hours mail_receipts mail_opens alerts_to invoice_days_after_month requires_second_factor sheet_to sheet_since',
  },
  agent_grants: {
    plain:
      'id account_id livemode user_id client_id client_name client_host redirect_host scopes controls created_at last_used_at revoked_at',
  },
  agent_money: { plain: 'account_id livemode holder day centavos' },
  api_keys: {
    plain:
      'id account_id livemode name prefix last_four scopes rate_limit created_at last_used_at expires_at revoked_at controls',
    secret: 'hash',
  },
  audit_head: { plain: 'id seq hash signature' },
  connections: {
    plain:
      'id account_id livemode provider status sandbox external_account_id display_name webhook_id last_error last_checked_at created_at updated_at',
    secret: 'sealed_settings',
  },
  day_sums: {
    plain:
      'account_id livemode created_by day provider currency received_centavos received_count refunded_centavos refunded_count fee_centavos fee_count',
  },
  devices: { plain: 'user_id account_id expires_at trusted_until', secret: 'token_hash' },
  email_changes: {
    plain:
      'id user_id account_id from_email to_email created_at expires_at former_agreed_at new_agreed_at done_at withdrawn_at',
  },
  generation: { plain: 'id value' },
  instance: { plain: 'key value' },
  invitations: {
    plain:
      'id account_id purpose email email_key name role user_id clears_second_factor invited_by created_at expires_at used_at withdrawn_at',
  },
  invoicing_connections: {
    plain:
      'id account_id livemode service status sandbox external_account_id display_name issuer webhook_id last_error stalled_since last_checked_at created_at updated_at',
    secret: 'sealed_settings',
  },
  money_movements: {
    plain:
      'payment_id position account_id livemode kind moved_at recorded_at provider currency gross_centavos base_centavos iva_centavos exempt_centavos fee_centavos',
  },
  oauth_artifacts: {
    plain: 'kind account_id livemode grant_id created_at expires_at consumed_at',
    secret: 'id_hash payload',
  },
  oauth_clients: { plain: 'id name redirect_uris created_at last_used_at' },
  passkeys: { plain: 'id user_id account_id public_key counter transports name created_at last_used_at' },
  payment_disputes: { plain: 'payment_id account_id livemode status opened_at changed_at' },
  pending_sign_ins: { plain: 'user_id account_id created_at expires_at', secret: 'token_hash' },
  plugin_states: { plain: 'plugin version disabled_at reason' },
  quarter_hour_sums: {
    plain:
      'account_id livemode created_by starts_at provider currency received_centavos received_count refunded_centavos refunded_count fee_centavos fee_count',
  },
  recovery_codes: { plain: 'user_id account_id created_at used_at', secret: 'hash' },
  schema_migrations: { plain: 'name applied_at kind' },
  sessions: {
    plain: 'id user_id account_id created_at last_used_at confirmed_at signed_in_at ended_at ip user_agent',
    secret: 'token_hash',
  },
  sign_in_limits: { plain: 'bucket full_at' },
  totps: { plain: 'user_id account_id created_at confirmed_at last_step', secret: 'sealed_secret' },
  users: {
    plain: 'id account_id email email_key name role locale created_at disabled_at password_changed_at',
    secret: 'password',
  },
  webauthn_challenges: { plain: 'purpose subject expires_at', secret: 'challenge' },
  webhook_deliveries: {
    plain:
      'id account_id livemode event_id endpoint_id status attempts next_attempt_at claimed_by created_at finished_at',
  },
  webhook_endpoints: {
    plain:
      'id account_id livemode url events status disabled_reason disabled_at failing_since former_secret_until created_at created_by deleted_at',
    secret: 'sealed_secret sealed_former_secret',
  },
  workers: { plain: 'id seen_at place pid' },
}
