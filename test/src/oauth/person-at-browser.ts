import type { PageReply, ShopPerson } from '../support/dashboard.js'

const MAX_STEPS = 12

export interface OpenedPage extends PageReply {
  address: string
}

/** A person whose browser keeps cookies for the paths that they were set for, and follows redirects within the server. */
export class PersonAtBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  constructor(private person: ShopPerson) {}

  /** Another person signs in here, and the cookies stay. */
  signInAs(person: ShopPerson): void {
    this.person = person
  }

  /** @returns the page, or the address at another server that the browser is sent to, with status 0 */
  async open(address: string): Promise<OpenedPage> {
    return this.follow(new URL(address, this.home), (url) => this.at(url).get(url.href))
  }

  /** Sends a form of a page. @param actionEnd which form */
  async send(address: string, changes: Record<string, string | null> = {}, actionEnd?: string): Promise<OpenedPage> {
    const url = new URL(address, this.home)
    const { action, fields } = await this.at(url).form(url.href, actionEnd)
    return this.post(action, { ...fields, ...changes })
  }

  async post(action: string, fields: Record<string, string | null>): Promise<OpenedPage> {
    return this.follow(new URL(action, this.home), (url) => this.at(url).post(url.href, fields))
  }

  async fields(address: string): Promise<Record<string, string>> {
    const url = new URL(address, this.home)
    return (await this.at(url).form(url.href)).fields
  }

  /** Presses the first button of the consent page. @returns where the program gets the answer */
  async allow(address: string, choice: Record<string, string | null> = {}): Promise<URL> {
    return answerIn(await this.send(address, choice))
  }

  async refuse(address: string): Promise<URL> {
    return answerIn(await this.post(`${address}/refuse`, await this.fields(address)))
  }

  private get home(): string {
    return this.person.paylink.url
  }

  /** The `Cookie` header of a request to this address. */
  cookiesAt(address: string): string {
    const { pathname } = new URL(address, this.home)
    const sent = [...this.cookies].filter(([, { path }]) => `${pathname}/`.startsWith(`${path}/`))
    return [this.person.cookie, ...sent.map(([name, { value }]) => `${name}=${value}`)].join('; ')
  }

  private at({ href }: URL): ShopPerson {
    return this.person.withCookie(this.cookiesAt(href))
  }

  private async follow(start: URL, first: (url: URL) => Promise<PageReply>): Promise<OpenedPage> {
    let url = start
    let reply = await first(url)
    for (let step = 0; step < MAX_STEPS; step++) {
      this.keep(reply)
      const location = reply.headers.get('location')
      if (location === null) return { ...reply, address: url.pathname + url.search }
      url = new URL(location, url)
      if (url.origin !== new URL(this.home).origin) return { ...reply, status: 0, address: url.href }
      reply = await this.at(url).get(url.href)
    }
    throw new Error(`${start.href} leads nowhere`)
  }

  private keep({ headers }: PageReply): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      const [, path = '/'] = /;\s*path=([^;]+)/i.exec(cookie) ?? []
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
  }
}

function answerIn({ status, address, text }: OpenedPage): URL {
  if (status !== 0) throw new Error(`${address} answered ${status}: ${text.slice(0, 300)}`)
  return new URL(address)
}
