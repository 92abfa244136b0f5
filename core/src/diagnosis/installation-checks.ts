import type { Settings } from '@paylink/config'
import type { Check } from './check.js'
import { diskCheck, filesCheck } from './checks/files.js'
import { foldersCheck } from './checks/folders.js'
import { nodeCheck } from './checks/node.js'
import { switchesCheck } from './checks/switches.js'

/** What settings and files tell at once, without the service: in the order in which the command lists it. */
export const installationChecks = (settings: Settings): Check[] => [
  nodeCheck(),
  switchesCheck(settings),
  filesCheck(settings),
  foldersCheck(settings),
  diskCheck(settings),
]
