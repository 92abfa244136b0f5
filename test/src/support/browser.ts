import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { eventually } from './appliance.js'
import type { ShopPerson } from './dashboard.js'

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

const QUIET = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Selects scripts that a browser would run: structured data is none. */
export const EXECUTABLE_SCRIPT = 'script:not([type="application/ld+json"])'

/** For a machine that is busy with everything else. */
const MAX_WAIT_MS = 90_000

/** Chromium's note that a field had the focus before the page's `autofocus` was due: no fault of the page. */
const FOCUSED_BEFORE = /^Autofocus processing was blocked because a document already has a focused element/

/** Taken on request alone: they assert nothing, cost time, and a browser on a busy machine may refuse one. */
const TAKES_PICTURES = process.env['PICTURES'] === '1'
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots/', import.meta.url))

/** One for the process, until it exits. It requests nothing but what its pages request. */
let browser: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  if (TAKES_PICTURES) await mkdir(SCREENSHOTS, { recursive: true })
  return chromium.launch({ executablePath: await chromiumPath(), args: QUIET })
}

async function chromiumPath(): Promise<string> {
  const found = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((path) => existsSync(path))
  if (found) return found
  // It unpacks the libraries that it needs only where it believes to be.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x'
  const packed = await import('@sparticuz/chromium')
  return packed.default.executablePath()
}

export type PageLanguage = 'es-MX' | 'en'

export interface VisitorKind {
  locale?: PageLanguage
  width?: number
  isDark?: boolean
  /** Pages must do without; a test of what scripts could do switches them on. */
  scripts?: boolean
  /** Without the page's own policy, so that only its escaping is left to hold. */
  bypassCSP?: boolean
}

/** Someone with a browser of their own, and all that it did. */
export class Visitor {
  readonly requests: Request[] = []
  readonly complaints: string[] = []
  readonly dialogs: string[] = []

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    context.on('request', (request) => this.requests.push(request))
    context.on('dialog', (dialog) => {
      this.dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (!FOCUSED_BEFORE.test(message.text())) this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
  }

  static async arrive(kind: VisitorKind = {}): Promise<Visitor> {
    browser ??= launch()
    const { locale = 'es-MX', width = 390, isDark = false, scripts = false, bypassCSP = false } = kind
    const context = await (
      await browser
    ).newContext({
      locale,
      viewport: { width, height: width < 800 ? 844 : 900 },
      colorScheme: isDark ? 'dark' : 'light',
      javaScriptEnabled: scripts,
      bypassCSP,
    })
    context.setDefaultTimeout(MAX_WAIT_MS)
    return new Visitor(context, await context.newPage())
  }

  /** With the session of a person of the shop. */
  async signIn({ cookie, paylink }: Pick<ShopPerson, 'cookie' | 'paylink'>): Promise<void> {
    const [name = '', value = ''] = cookie.split('=')
    await this.context.addCookies([{ name, value, url: paylink.url }])
  }

  leave(): Promise<void> {
    return this.context.close()
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).click()
    // The click ends as the answer begins: its body may still be empty.
    await this.page.waitForLoadState()
  }

  title(): Promise<string | null> {
    return this.page.locator('h1').textContent()
  }

  /** The text as the page shows it, with plain spaces. */
  async text(): Promise<string> {
    return (await this.page.locator('body').innerText()).replace(/\s+/g, ' ')
  }

  /** Reloads the page until it contains this. */
  reloadUntil(words: string): Promise<string> {
    return eventually(
      async () => {
        const text = await this.text()
        if (!text.includes(words)) await this.page.reload()
        return text
      },
      (text) => text.includes(words),
    )
  }

  /** By how many pixels the page is wider than the window. */
  async overhang(): Promise<number> {
    const { scroll, client } = await this.page.evaluate<{ scroll: number; client: number }>(
      '({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth })',
    )
    // Widths are rounded, each by itself: a page may seem narrower than the window.
    return Math.max(0, scroll - client)
  }

  origins(): string[] {
    const urls = this.requests.map((request) => request.url()).filter((url) => !url.startsWith('data:'))
    return [...new Set(urls.map((url) => new URL(url).origin))]
  }

  /** For people to look at, with `PICTURES=1`: `test/screenshots/<name>.png`. Of a very long page the window alone. */
  async picture(name: string, fullPage = true): Promise<void> {
    if (!TAKES_PICTURES) return
    await this.page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage })
  }
}
