import type { Check } from '../check.js'
import { describedInLine } from '../describe-error.js'
import { type Finding, hidden, kind } from '../finding.js'

// Without the key and valid settings there is no server: these are for the command alone.

const settingsAreValid = kind<object, { baseUrl: string }>({
  code: 'settings.valid',
  severity: 'fine',
  operator: ({ baseUrl }) => baseUrl,
})

const settingsAreInvalid = kind<object, { error: string }>({
  code: 'settings.invalid',
  severity: 'critical',
  operator: ({ error }) => error,
})

const keyFits = kind<object, { newFile: string | null }>({
  code: 'secret_key.fits',
  severity: 'fine',
  operator: ({ newFile }) =>
    newFile === null ? 'decrypts the stored secrets' : `none yet; the first start generates ${newFile}`,
})

const keyDoesNotFit = kind<object, { error: string }>({
  code: 'secret_key.does_not_fit',
  severity: 'critical',
  operator: ({ error }) => error,
})

/** @param read throws what is wrong with the settings */
export const settingsCheck = (read: () => string): Check =>
  checkOf('settings', () => {
    try {
      return Promise.resolve(settingsAreValid('settings', hidden({ baseUrl: read() })))
    } catch (error) {
      return Promise.resolve(settingsAreInvalid('settings', hidden({ error: describedInLine(error) })))
    }
  })

/** @param open opens the service; the file of the key that its first start will generate, or null */
export const secretKeyCheck = (open: () => Promise<string | null>): Check =>
  checkOf('secret key', async () => {
    try {
      return keyFits('secret key', hidden({ newFile: await open() }))
    } catch (error) {
      return keyDoesNotFit('secret key', hidden({ error: describedInLine(error) }))
    }
  })

const checkOf = (name: string, look: () => Promise<Finding>): Check => ({
  name,
  subject: { 'es-MX': name, en: name },
  look: async () => [await look()],
})
