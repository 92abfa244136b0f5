export {
  ownSecretKeyFile,
  readKeylessSettings,
  readSettings,
  SettingsError,
  type KeylessSettings,
  type KeySettings,
  type Settings,
} from './settings.js'
export { isDatabaseUrl, VARIABLES } from './schema.js'
export { isMailbox, parseSender, type Sender } from './mail.js'
