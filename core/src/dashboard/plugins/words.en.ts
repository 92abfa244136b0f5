import type { PluginWords } from './words.es-mx.js'

export const pluginsEn: PluginWords = {
  title: 'Plugins',
  about: 'What you charge, invoice and send mail with. Applies to both modes.',
  kinds: { 'payment-provider': 'Way to get paid', invoicing: 'Invoicing', email: 'E-mail' },
  otherKind: 'Other',
  version: (version) => `version ${version}`,
  builtIn: 'Comes with PayLink',
  thirdParty: 'By another author',
  noCertificate: 'No certificate on file',
  uses: {
    both: 'You use it for live and test charges.',
    live: 'You use it for live charges.',
    test: 'You use it for test charges.',
    mail: 'Sends your e-mail.',
    none: 'You do not use it.',
  },
  states: { active: 'On', disabled: 'Disabled', refused: 'Could not be loaded' },
  reason: (reason) => `Reason: “${reason}”`,
  enable:
    'Once that is fixed, an owner of the business that PayLink was installed for enables it again, or the person who runs the server with:',
  mayEnable: 'Enable it once that is fixed: if it fails again it is disabled again. Applies to the whole installation.',
  enableAgain: 'Enable again',
  enabling: 'Enabling…',
  enabled: (name) => `${name} is on again.`,
  repair: 'The person who runs the server repairs or removes it, and restarts.',
  note: 'Plugins are installed and removed on the server. One by another author that keeps crashing or failing is disabled by itself; charges with the others go on.',
  empty: 'There are no plugins',
}
