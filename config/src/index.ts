export { readKeylessSettings, readSettings, SettingsError, type KeylessSettings, type Settings } from './settings.js'
export { parseSender, type Sender } from './mail.js'
