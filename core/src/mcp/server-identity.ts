/** What the server calls itself. */
export interface ServerIdentity {
  name: string
  title: string
  version: string
  websiteUrl: string
}
