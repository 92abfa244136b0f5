import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { ShopPerson } from '../support/dashboard.js'
import type { Revision } from '../mcp/agent.js'
import { PersonAtBrowser } from './person-at-browser.js'
import { CALLBACK } from './program.js'

type Stored<Name extends 'saveClientInformation' | 'saveTokens'> = Parameters<NonNullable<OAuthClientProvider[Name]>>[0]

/** What the official client asks its program to keep; the person allows whatever is asked for. */
export class AgentMemory implements OAuthClientProvider {
  client: Stored<'saveClientInformation'> | undefined
  kept: Stored<'saveTokens'> | undefined
  /** What the person's browser brought to the program's address. */
  answer: URL | undefined
  private verifier = ''
  private discovered: OAuthDiscoveryState | undefined

  constructor(
    private readonly person: ShopPerson,
    readonly clientMetadataUrl?: string,
    readonly redirectUrl = CALLBACK,
    private readonly choice: Record<string, string | null> = {},
  ) {}

  readonly clientMetadata = { client_name: 'Asistente de prueba', redirect_uris: [CALLBACK] }

  state(): string {
    return 'estado-1'
  }

  clientInformation(): Stored<'saveClientInformation'> | undefined {
    return this.client
  }

  saveClientInformation(client: Stored<'saveClientInformation'>): void {
    this.client = client
  }

  tokens(): Stored<'saveTokens'> | undefined {
    return this.kept
  }

  saveTokens(tokens: Stored<'saveTokens'>): void {
    this.kept = tokens
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const browser = new PersonAtBrowser(this.person)
    this.answer = await browser.allow((await browser.open(url.href)).address, this.choice)
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }

  codeVerifier(): string {
    return this.verifier
  }
}

/** Connects as an agent does that knows nothing but the address: it is refused, finds out how, asks, and comes again. */
export async function connectByConsent(url: string, memory: AgentMemory, revision: Revision): Promise<Client> {
  const open = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
    const client = new Client(
      { name: 'test-agent', version: '1.2.3' },
      { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
    )
    return { client, transport: new StreamableHTTPClientTransport(new URL(url), { authProvider: memory }) }
  }
  const first = await open()
  try {
    await first.client.connect(first.transport)
    throw new Error('it was let in without a token')
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
  }
  if (!memory.answer) throw new Error('no person was asked')
  await first.transport.finishAuth(memory.answer.searchParams)
  const { client, transport } = await open()
  await client.connect(transport)
  return client
}
