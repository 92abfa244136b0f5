export { readSettings, SettingsError, type Settings } from './settings.js'
export { parseSender, type Sender } from './mail.js'
