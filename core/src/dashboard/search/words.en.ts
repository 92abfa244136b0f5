import type { SearchWords } from './words.es-mx.js'

const KINDS = { link: 'That link', payment: 'That payment', invoice: 'That invoice' }

export const searchEn: SearchWords = {
  title: 'Search',
  results: (text) => `Results for “${text}”`,
  ask: 'What are you looking for?',
  askText:
    'A name, an e-mail, an amount, a title, an RFC, a folio, or the id that your provider gives: it searches links, payments, invoices and customers.',
  askOwnText: 'A name, an e-mail, an amount or a title: it searches your links.',
  exact: { link: 'It is this link', payment: 'It is this payment', invoice: 'It is this invoice' },
  elsewhere: (kind, isLive) => `${KINDS[kind]} isn’t here: it belongs to ${isLive ? 'live' : 'test'} mode.`,
  openElsewhere: (isLive) => (isLive ? 'Open it in live mode' : 'Open it in test mode'),
  request: 'If this is the id of a request to the API, see what became of it.',
  openRequest: 'See the request',
  groups: { links: 'Links', payments: 'Payments', invoices: 'Invoices', customers: 'Customers' },
  seeAll: { links: 'See all', payments: 'See all', invoices: 'See all' },
  seeAllOf: (group) => `in ${group}`,
  notYet: 'Nothing among the newest. In the list the search goes on with older ones.',
  customersAre: 'As their latest links, payments and invoices have them.',
  none: (text) => `Nothing matches “${text}”.`,
  noneText: 'We searched links, payments and invoices of this mode. Check the spelling, or use fewer words.',
  noneOwnText: 'We searched your links of this mode. Check the spelling, or use fewer words.',
  noName: 'No name',
  folio: (folio) => `Folio ${folio}`,
  columns: {
    receiver: 'Recipient',
    status: 'Status',
    asked: 'Requested',
    amount: 'Amount',
    customer: 'Customer',
    lists: 'Theirs',
    lastSeen: 'Last seen',
  },
}
