import type { AgentWords } from './words.es-mx.js'

export const agentsEn: AgentWords = {
  title: 'Agents',
  about:
    'Programs and AI assistants that work with your links for you, each with a key that can do only what you chose.',
  state: { on: 'Has access', unused: 'Not used yet' },
  made: (day) => `created ${day}`,
  can: 'Can',
  limits: 'Limits',
  perMinute: 'Per minute',
  requests: (count) => `${count} requests`,
  usual: 'As usual for a key',
  end: 'Expires',
  noEnd: 'Never',
  used: 'Last used',
  never: 'Never',
  links: 'See its links',
  done: 'See what it did',
  remove: 'Remove access',
  empty: 'No program has limited access',
  emptyText:
    'An assistant need not be able to do everything. Give it a key that reads payments or creates links, and nothing else.',
  full: {
    title: (count) => (count === 1 ? 'One key can do everything.' : `${count} keys can do everything.`),
    text: 'Only limited ones are listed here. One that can do everything is for your systems, not for an assistant: it also marks links as paid and cancels invoices.',
    action: 'See the keys',
  },
  connect: {
    title: 'Connect another',
    text: 'Make a limited key and give it to the program together with these addresses. You see it only once, and you take it away here whenever you like.',
    create: 'Key that creates links',
    createAbout: 'Reads and creates links and reads payments. Leaves invoices alone and sends no e-mail.',
    read: 'Key that only reads',
    readAbout: 'Reads links, payments and invoices. Changes nothing.',
    note: 'It is set to 60 requests a minute and 90 days; you can change that in the form.',
    together: 'Creating links includes changing and disabling them.',
    address: 'Address of the API',
    contract: 'What can be asked (OpenAPI)',
  },
}
