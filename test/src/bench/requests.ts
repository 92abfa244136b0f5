import { bulkId, LINK_BODY } from './bench-links.js'
import { NEW_ID, type Request } from './load.js'
import type { Floor, Paylink } from './servers.js'

type Side = Paylink | Floor

const headersOf = (side: Side): Record<string, string> => ('authorization' in side ? side.authorization : {})

export const create = (side: Side): Request => ({
  url: `${side.url}/v1/payment_links`,
  method: 'POST',
  headers: { ...headersOf(side), 'Content-Type': 'application/json', 'Idempotency-Key': NEW_ID },
  body: LINK_BODY,
  expect: [201],
})

export const getOne = (side: Side): Request => ({
  url: `${side.url}/v1/payment_links/${bulkId(0)}`,
  headers: headersOf(side),
  expect: [200],
})

export const getList = (side: Side, query = ''): Request => ({
  url: `${side.url}/v1/payment_links${query}`,
  headers: headersOf(side),
  expect: [200],
})

export const constant = (floor: Floor): Request => ({ url: `${floor.url}/constant`, expect: [200] })
