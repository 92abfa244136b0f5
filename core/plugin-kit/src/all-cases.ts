import { CLOSING } from './cases/closing.cases.js'
import { CONDUCT } from './cases/conduct.cases.js'
import { CONNECTION } from './cases/connection.cases.js'
import { CONTENT } from './cases/content.cases.js'
import { LIFE } from './cases/life.cases.js'
import { MANIFEST } from './cases/manifest.cases.js'
import { NOTIFICATIONS } from './cases/notifications.cases.js'
import { ONCE } from './cases/once.cases.js'
import { READING } from './cases/reading.cases.js'
import { SETTINGS } from './cases/settings.cases.js'
import type { ConformanceCase } from './conformance-case.js'

/** The order matters: the last cases examine what all the others recorded. */
export const ALL_CASES: readonly ConformanceCase[] = [
  ...MANIFEST,
  ...SETTINGS,
  ...CONNECTION,
  ...LIFE,
  ...ONCE,
  ...READING,
  ...CLOSING,
  ...NOTIFICATIONS,
  ...CONTENT,
  ...CONDUCT,
]
