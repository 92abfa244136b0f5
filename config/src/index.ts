export { readKeylessSettings, readSettings, SettingsError, type KeylessSettings, type Settings } from './settings.js'
export { isMailbox, parseSender, type Sender } from './mail.js'
