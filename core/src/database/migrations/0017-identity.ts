import type { Knex } from 'knex'
import { type Migration, timestamp } from '../migration.js'
import { allowEmailKinds } from './0010-invoicing.js'

const EMAIL_KINDS = ['request', 'reminder', 'receipt', 'alert', 'invoice']
const STAFF_KINDS = ['invitation', 'reset', 'security']

const ROLES = ['owner', 'admin', 'cashier', 'viewer']

/** In the order in which they can be dropped. */
const TABLES = [
  'held_forms',
  'webauthn_challenges',
  'sign_in_limits',
  'devices',
  'pending_sign_ins',
  'invitations',
  'recovery_codes',
  'totps',
  'passkeys',
  'sessions',
  'users',
]

/** A row of a user can't refer to a user of another account (I46). */
function addUserColumns(table: Knex.CreateTableBuilder, name: string): void {
  table.text('user_id').notNullable()
  table.text('account_id').notNullable()
  table.foreign(['account_id', 'user_id'], `${name}_of_user`).references(['account_id', 'id']).inTable('users')
  table.index(['user_id'])
}

/** The people who sign in to the dashboard. */
export const identity: Migration = {
  name: '0017-identity',

  async up(on, engine) {
    await on.schema.alterTable('accounts', (table) => {
      table.boolean('requires_second_factor').notNullable().defaultTo(false)
    })

    await on.schema.createTable('users', (table) => {
      table.text('id').primary()
      table.text('account_id').notNullable().references('accounts.id')
      table.text('email').notNullable()
      // In lower case; null once the user was removed: the address can be invited again.
      table.text('email_key').unique()
      table.text('name').notNullable()
      table.text('role').notNullable().checkIn(ROLES)
      table.text('locale').checkIn(['es-MX', 'en'])
      // The hash with its parameters; null: signs in by passkey only.
      table.text('password')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'disabled_at')
      table.unique(['account_id', 'id'])
      table.check('(email_key is null) = (disabled_at is not null)')
    })

    await on.schema.createTable('sessions', (table) => {
      table.text('id').primary()
      table.text('token_hash').notNullable().unique()
      addUserColumns(table, 'sessions')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'last_used_at').notNullable()
      timestamp(table, engine, 'confirmed_at').notNullable()
      // When the person signed in: a session that continues another keeps its absolute end.
      timestamp(table, engine, 'signed_in_at').notNullable()
      timestamp(table, engine, 'ended_at')
      table.text('ip').notNullable()
      table.text('user_agent').notNullable()
      table.index(['last_used_at'])
    })

    await on.schema.createTable('passkeys', (table) => {
      // The credential id, base64url.
      table.text('id').primary()
      addUserColumns(table, 'passkeys')
      table.text('public_key').notNullable()
      table.bigInteger('counter').notNullable()
      table.text('transports').notNullable()
      table.text('name').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'last_used_at')
    })

    await on.schema.createTable('totps', (table) => {
      table.text('user_id').primary()
      table.text('account_id').notNullable()
      table.foreign(['account_id', 'user_id'], 'totps_of_user').references(['account_id', 'id']).inTable('users')
      table.text('sealed_secret').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'confirmed_at')
      // The step of the code last used: a code works once.
      table.integer('last_step').notNullable()
    })

    await on.schema.createTable('recovery_codes', (table) => {
      table.text('hash').primary()
      addUserColumns(table, 'recovery_codes')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'used_at')
    })

    await on.schema.createTable('invitations', (table) => {
      table.text('id').primary()
      table.text('account_id').notNullable().references('accounts.id')
      table.text('purpose').notNullable().checkIn(['setup', 'invitation', 'reset'])
      table.text('email')
      // In lower case, as in `users`.
      table.text('email_key')
      table.text('name')
      table.text('role').notNullable().checkIn(ROLES)
      // Whose password a reset sets.
      table.text('user_id')
      // A reset by the operator for a person who lost their second factor.
      table.boolean('clears_second_factor').notNullable().defaultTo(false)
      // Who invited, as the audit log names them.
      table.text('invited_by').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable()
      timestamp(table, engine, 'used_at')
      timestamp(table, engine, 'withdrawn_at')
      table.foreign(['account_id', 'user_id'], 'invitations_of_user').references(['account_id', 'id']).inTable('users')
      table.index(['account_id', 'created_at', 'id'])
      table.index(['user_id'])
      table.check("(purpose = 'reset') = (user_id is not null)")
      table.check("purpose <> 'invitation' or email_key is not null")
    })

    await on.schema.createTable('pending_sign_ins', (table) => {
      table.text('token_hash').primary()
      addUserColumns(table, 'pending_sign_ins')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable().index()
    })

    // Browsers that a user signed in with, by the token of a cookie. Several people may use one.
    await on.schema.createTable('devices', (table) => {
      table.text('token_hash').notNullable()
      addUserColumns(table, 'devices')
      timestamp(table, engine, 'expires_at').notNullable().index()
      // Until when it is not asked for a code.
      timestamp(table, engine, 'trusted_until')
      table.primary(['token_hash', 'user_id'])
    })

    await on.schema.createTable('sign_in_limits', (table) => {
      // The hash of what is limited: an address, an e-mail from an address.
      table.text('bucket').primary()
      // When the bucket is full again.
      timestamp(table, engine, 'full_at').notNullable().index()
    })

    await on.schema.createTable('webauthn_challenges', (table) => {
      table.text('challenge').primary()
      table.text('purpose').notNullable().checkIn(['register', 'sign_in', 'confirm'])
      // The user or invitation it is for; null: before it is known who signs in.
      table.text('subject')
      timestamp(table, engine, 'expires_at').notNullable().index()
    })

    await on.schema.createTable('held_forms', (table) => {
      table.text('id').primary()
      addUserColumns(table, 'held_forms')
      table.text('path').notNullable()
      table.text('sealed_fields').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable().index()
    })

    await allowEmailKinds(on, engine, EMAIL_KINDS, [...EMAIL_KINDS, ...STAFF_KINDS])
  },

  async down(on, engine) {
    await on('email_deliveries').whereIn('kind', STAFF_KINDS).delete()
    await allowEmailKinds(on, engine, [...EMAIL_KINDS, ...STAFF_KINDS], EMAIL_KINDS)
    for (const table of TABLES) await on.schema.dropTable(table)
    await on.raw('alter table accounts drop column requires_second_factor')
  },
}
