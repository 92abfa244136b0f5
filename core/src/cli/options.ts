import { readFileSync } from 'node:fs'
import { isDatabaseUrl } from '@paylink/config'
import { Command } from 'commander'
import type { Mode } from '../kernel/mode.js'
import { isTimestamp } from '../kernel/timestamps.js'

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {}

/** Of a command that prints a result, for one account. */
export interface Options {
  json?: boolean
  account?: string
}

/** The same, in one mode. */
export interface ModeOptions extends Options {
  mode: Mode
}

/** Of a command that connects a provider. */
export interface ConnectOptions extends ModeOptions {
  sandbox?: boolean
  set?: Record<string, string>
}

/** A command that prints a result: all of them take `--json`. */
export const jsonCommand = (name: string, description: string): Command =>
  new Command(name).description(description).option('--json', 'print one JSON document on standard output')

const withAccountOption = (command: Command): Command =>
  command.option('--account <id>', 'the account; optional when there is only one')

const withModeOption = (command: Command): Command =>
  command.requiredOption('--mode <mode>', 'test or live', (text: string): Mode => {
    if (text === 'test' || text === 'live') return text
    throw new UsageError(`--mode must be test or live, not ${text}`)
  })

/** About one account. */
export const accountCommand = (name: string, description: string): Command =>
  withAccountOption(jsonCommand(name, description))

/** About one mode of an account. */
export const modeCommand = (name: string, description: string): Command =>
  withAccountOption(withModeOption(jsonCommand(name, description)))

export const withConnectOptions = (command: Command): Command =>
  command
    .option('--sandbox', 'connect to the built-in simulator')
    .option(
      '--set <k=v>',
      'a setting; use k=@file or k=- (standard input) to keep a secret off the command line',
      parseSetting,
    )

/** @throws UsageError both were given */
export function connectInput({ sandbox = false, set }: ConnectOptions): {
  sandbox: boolean
  settings: Record<string, string>
} {
  if (sandbox && set) throw new UsageError('--sandbox cannot be combined with --set')
  return { sandbox, settings: set ?? {} }
}

/** `k=v`, split at the first `=`; `k=@file` reads a file, `k=-` standard input. */
function parseSetting(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--set must be k=v, not ${text.slice(0, 40)}`)
  const value = text.slice(at + 1)
  return { ...before, [text.slice(0, at)]: readValue('--set', value) }
}

function readValue(name: string, value: string): string {
  if (value === '-') return readFileSync(0, 'utf8').trimEnd()
  if (!value.startsWith('@')) return value
  try {
    return readFileSync(value.slice(1), 'utf8').trimEnd()
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** NaN, which no rule allows, for anything but digits: its bounds are a rule of the room that owns the value. */
export const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN)

/** What is listed between commas. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** How many to list. */
export function wholeNumber(name: string, min = 0, max = 999_999_999) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
  }
}

/** The address of a database; `@file` reads it from a file, as it may have a password. */
export const databaseUrl =
  (name: string) =>
  (text: string): string => {
    const url = readValue(name, text)
    if (isDatabaseUrl(url)) return url
    throw new UsageError(`${name} must be sqlite:<path> or postgres://…`)
  }

export const onOrOff =
  (name: string) =>
  (text: string): boolean => {
    if (text === 'on' || text === 'off') return text === 'on'
    throw new UsageError(`${name} must be on or off`)
  }

/** A moment with a time zone, as ISO 8601 in UTC. */
export const timestampOf =
  (name: string) =>
  (text: string): string => {
    if (isTimestamp(text)) return new Date(Date.parse(text)).toISOString()
    throw new UsageError(
      `${name} must be an ISO 8601 date-time with a time zone, for example 2026-01-31T09:00:00-06:00`,
    )
  }
