import type { AboutWords } from './words.es-mx.js'

export const aboutEn: AboutWords = {
  title: 'About',
  about: 'What runs here. Applies to both modes.',
  version: 'Version',
  engine: 'Database',
  engines: { sqlite: 'SQLite, on this machine', postgres: 'Postgres' },
  since: 'Running since',
  address: 'Public address',
  subscription: 'Subscription',
  subscriptions: { active: 'Active', inactive: 'Inactive' },
  docs: 'Documentation',
  docsAbout: 'The API, with examples.',
  docsOpen: 'Open',
  license: 'License',
  licenseAbout: 'PayLink is free software under the MIT license. Its text comes with the program, in the file LICENSE.',
  doctor: 'Check of the installation',
  doctorAbout:
    'The person who runs the server makes it with this command. It reports what is wrong and how to repair it:',
}
