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

/** A tool call of the stateless revision, as its clients send it. */
export const toolCall = (side: Paylink, name: string, given: object): Request => ({
  url: `${side.url}/mcp/test`,
  method: 'POST',
  headers: {
    ...headersOf(side),
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': REVISION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: given,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
  expect: [200],
})

const REVISION = '2026-07-28'

export const createByTool = (side: Paylink): Request =>
  toolCall(side, 'create_payment_link', { idempotencyKey: NEW_ID, ...(JSON.parse(LINK_BODY) as object) })

export const getOneByTool = (side: Paylink): Request => toolCall(side, 'retrieve_payment_link', { id: bulkId(0) })

export const getListByTool = (side: Paylink): Request => toolCall(side, 'list_payment_links', {})
