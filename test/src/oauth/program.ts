import { createHash, randomBytes } from 'node:crypto'
import type { ShopPerson } from '../support/dashboard.js'
import type { TestAppliance } from '../support/appliance.js'
import { PersonAtBrowser } from './person-at-browser.js'

export interface TokenReply {
  status: number
  headers: Headers
  body: any
}

export const CALLBACK = 'http://127.0.0.1:4321/callback'

type Fields = Record<string, string | null>

const given = (fields: Fields): [string, string][] =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A program that registered itself and wants access. It makes each request by hand, right or wrong. */
export class Program {
  readonly verifier = randomBytes(32).toString('base64url')

  constructor(
    readonly paylink: TestAppliance,
    readonly clientId: string,
    readonly redirectUri: string,
  ) {}

  /** @param redirectUri the one it will use, if other than what it registers */
  static async register(
    paylink: TestAppliance,
    {
      name = 'Asistente',
      registered = CALLBACK,
      redirectUri,
    }: { name?: string; registered?: string; redirectUri?: string } = {},
  ): Promise<Program> {
    const body = { client_name: name, redirect_uris: [registered] }
    const reply = await paylink.post('/oauth/register', body, { key: null })
    if (reply.status !== 201) throw new Error(`not registered: ${reply.text}`)
    return new Program(paylink, reply.body.client_id as string, redirectUri ?? registered)
  }

  resource(path = '/mcp/test'): string {
    return this.paylink.url + path
  }

  /** The address that it opens in a person's browser. Null leaves a parameter out. */
  authorizeUrl(changes: Fields = {}): string {
    const parameters = {
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: this.redirectUri },
      ...{ code_challenge: s256(this.verifier), code_challenge_method: 'S256' },
      ...{ state: 'estado', scope: 'links:read links:write', resource: this.resource(), ...changes },
    }
    return `${this.paylink.url}/oauth/authorize?${new URLSearchParams(given(parameters))}`
  }

  /** The person allows what it asks for, unless `choice` is another. Returns what it is told at its address. */
  async ask(person: ShopPerson, changes: Fields = {}, choice: Fields = {}): Promise<URL> {
    const browser = new PersonAtBrowser(person)
    const page = await browser.open(this.authorizeUrl(changes))
    return browser.allow(page.address, choice)
  }

  /** The code that the person's browser brings it. */
  async code(person: ShopPerson, changes: Fields = {}, choice: Fields = {}): Promise<string> {
    const answer = await this.ask(person, changes, choice)
    const code = answer.searchParams.get('code')
    if (code === null) throw new Error(`no code: ${answer.href}`)
    return code
  }

  redeem(code: string, changes: Fields = {}): Promise<TokenReply> {
    return this.token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: this.redirectUri, client_id: this.clientId },
      ...{ code_verifier: this.verifier, resource: this.resource(), ...changes },
    })
  }

  refresh(token: string, changes: Fields = {}): Promise<TokenReply> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, client_id: this.clientId, ...changes })
  }

  async revoke(token: string, changes: Fields = {}): Promise<number> {
    return (await this.post('/oauth/revoke', { token, client_id: this.clientId, ...changes })).status
  }

  /** Access and refresh token, as a program gets them that does everything right. */
  async connect(
    person: ShopPerson,
    changes: Fields = {},
    choice: Fields = {},
  ): Promise<{ access: string; refresh: string }> {
    const code = await this.code(person, changes, choice)
    const { status, body } = await this.redeem(code, { resource: changes['resource'] ?? this.resource() })
    if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`)
    return { access: body.access_token as string, refresh: body.refresh_token as string }
  }

  token(fields: Fields): Promise<TokenReply> {
    return this.post('/oauth/token', fields)
  }

  private async post(path: string, fields: Fields): Promise<TokenReply> {
    const response = await fetch(this.paylink.url + path, { method: 'POST', body: new URLSearchParams(given(fields)) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
}

/** What a request of an agent with this token is answered. */
export async function callMcp(paylink: TestAppliance, token: string, path = '/mcp/test'): Promise<Response> {
  return fetch(paylink.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
}
