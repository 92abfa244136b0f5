import { formsIn, textOf, type PageReply } from './dashboard.js'
import type { Site } from './site.js'

/** A form as a browser would send it. */
export interface SentForm {
  path: string
  fields: Record<string, string>
  /** With files it is sent as `multipart/form-data`. */
  files?: Record<string, { name: string; type: string; content: Uint8Array }>
}

export const PASSWORD = 'caballo correcto grapa'
const EMAIL = 'lupita@tienda.example'
const MAX_REDIRECTS = 5

/** Someone with a browser without scripts, at a server of its own process. */
export class SitePerson {
  private readonly cookies = new Map<string, string>()

  constructor(
    readonly site: Site,
    readonly email = EMAIL,
  ) {}

  /** Another browser of the same person. */
  elsewhere(): SitePerson {
    return new SitePerson(this.site, this.email)
  }

  /** Signed in anew, as every act that needs a recent proof of identity wants it. */
  async signIn(): Promise<SentForm> {
    const form = { path: '/dashboard/sign-in', fields: { email: this.email, password: PASSWORD } }
    const { status, headers, text } = await this.send(form)
    if (status !== 303) throw new Error(`${this.email} was not signed in: ${status} ${text.slice(0, 200)}`)
    if (headers.get('location')?.includes('/code')) throw new Error(`${this.email} was asked for a code`)
    return form
  }

  /** Forgets the session, and nothing else that the browser keeps. */
  signedOut(): this {
    this.cookies.delete('paylink_session')
    return this
  }

  get(path: string): Promise<PageReply> {
    return this.fetch(path, {})
  }

  /** A form of a page, with changes. */
  async form(path: string, actionEnd: string, changes: Record<string, string> = {}): Promise<SentForm> {
    const page = await this.followed(await this.get(path))
    const form = formsIn(page.html).find(({ action }) => action.split('?')[0]?.endsWith(actionEnd))
    if (!form) throw new Error(`${path} (${page.status}) has no form for ${actionEnd}: ${page.text.slice(0, 300)}`)
    return { path: form.action, fields: { ...form.fields, ...changes } }
  }

  /** @throws TypeError the server was killed before it answered */
  send({ path, fields, files }: SentForm): Promise<PageReply> {
    return this.fetch(path, {
      method: 'POST',
      headers: { Origin: this.site.server.url },
      body: files ? multipart(fields, files) : new URLSearchParams(fields),
    })
  }

  /** Where the answer leads. */
  async followed(reply: PageReply): Promise<PageReply> {
    let shown = reply
    for (let count = 0; shown.status >= 300 && shown.status < 400 && count < MAX_REDIRECTS; count++) {
      const { pathname, search } = new URL(shown.headers.get('location') ?? '/', this.site.server.url)
      shown = await this.get(pathname + search)
    }
    return shown
  }

  private async fetch(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(this.site.server.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...headers },
    })
    const html = await reply.text()
    for (const line of reply.headers.getSetCookie()) this.keep(line)
    return { status: reply.status, headers: reply.headers, html, text: textOf(html) }
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

function multipart(fields: SentForm['fields'], files: NonNullable<SentForm['files']>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const [name, { content, type, name: fileName }] of Object.entries(files)) {
    data.set(name, new Blob([Buffer.from(content)], { type }), fileName)
  }
  return data
}
