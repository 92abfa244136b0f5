import type { Settings } from '@paylink/config'
import type { Check } from './check.js'
import { diskCheck, filesCheck } from './checks/files.js'

/** What settings and files tell at once, without the service: in the order in which the command lists it. */
export const installationChecks = (settings: Settings): Check[] => [filesCheck(settings), diskCheck(settings)]
