/** The address of the resource of a mode, or that of its metadata, which has a prefix before the resource's own path. */
export function resourceUrl(baseUrl: string, livemode: boolean, prefix = ''): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${prefix}${pathname.replace(/\/$/, '')}/mcp${livemode ? '' : '/test'}`
}
