import type { I18n } from './manifest.js'

/** One setting of a connection. Drives forms, the command line and validation; core seals secrets. */
export interface ConfigField {
  /** camelCase; the `key` of `--set key=value`. */
  key: string
  label: I18n
  help?: I18n
  helpUrl?: string
  type: 'string' | 'secret' | 'boolean' | 'integer' | 'select' | 'url' | 'pem'
  options?: { value: string; label: I18n }[]
  required?: boolean
  default?: string | number | boolean
  /** A regular expression the whole value must match. */
  pattern?: string
  min?: number
  max?: number
  /** The mode that it applies to. Default: both. */
  mode?: 'test' | 'live' | 'both'
}

/** The settings of one connection, checked against the fields. */
export type ConfigValues = Record<string, string | number | boolean | undefined>
