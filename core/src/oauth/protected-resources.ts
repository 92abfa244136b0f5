import type { BaseUrl } from '../kernel/named.js'
import { basePathOf } from '../web/base-path.js'

/** Where MCP is served, as our routes have it. */
export const mcpPath = (livemode: boolean): string => (livemode ? '/mcp' : '/mcp/test')

const METADATA = '/.well-known/oauth-protected-resource'

/** The two resources that an access token can be for, one for each mode. */
export class ProtectedResources {
  private readonly basePath: string

  constructor(private readonly baseUrl: BaseUrl) {
    this.basePath = basePathOf(baseUrl)
  }

  /** The identifier of a resource, which is its address. */
  of(livemode: boolean): string {
    return this.baseUrl + mcpPath(livemode)
  }

  /** Undefined: it identifies no resource of this installation. */
  modeOf(resource: unknown): { livemode: boolean } | undefined {
    return [{ livemode: true }, { livemode: false }].find(({ livemode }) => this.of(livemode) === resource)
  }

  /** Where a client that was refused reads who gives tokens: `resource_metadata` of a `WWW-Authenticate` header. */
  metadataUrl(livemode: boolean): string {
    return this.baseUrl + METADATA + mcpPath(livemode)
  }

  /** The paths of our routes that have the metadata: ours, and that which RFC 9728 builds of a base URL with a path. */
  metadataPaths(livemode: boolean): string[] {
    return [...new Set([METADATA + mcpPath(livemode), METADATA + this.basePath + mcpPath(livemode)])]
  }
}
