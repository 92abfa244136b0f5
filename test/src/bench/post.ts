import { Agent, request } from 'undici'

/** How the service keeps its connections. */
const agent = new Agent({ connections: 512, pipelining: 1, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })

/** @throws Error for any answer but a 2xx */
export async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await request(url, { method: 'POST', headers, body, dispatcher: agent })
  await response.body.dump()
  if (response.statusCode < 200 || response.statusCode > 299) throw new Error(`answered ${response.statusCode}`)
}
