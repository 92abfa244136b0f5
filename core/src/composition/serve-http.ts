import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { Accounts } from '../accounts/accounts.repository.js'
import { OpenCheckout } from '../checkout/open-checkout.js'
import { Generation } from '../database/generation.js'
import { Migrator } from '../database/migrator.js'
import { MailAddresses } from '../email-sharing/addresses.js'
import { InvoiceMailStates } from '../email-sharing/invoice-mail-state.js'
import { Emails } from '../email-sharing/emails.repository.js'
import { mailPages } from '../email-sharing/mail.pages.js'
import { NoteFate } from '../email-sharing/note-fate.js'
import { ReceiveReport } from '../email-sharing/receive-report.js'
import { reportsRoute } from '../email-sharing/reports.route.js'
import { Suppressions } from '../email-sharing/suppressions.repository.js'
import { buildApp } from '../http/app.js'
import { answerClientError } from '../http/client-error.js'
import { openContract } from '../http/contract.js'
import { ContractValidator } from '../http/contract-validator.js'
import { healthRoute } from '../http/health.route.js'
import { openapiRoute } from '../http/openapi.route.js'
import { FileAddresses } from '../invoicing/file-addresses.js'
import { invoiceFilesRoute } from '../invoicing/files.route.js'
import { INVOICING_SERVICE } from '../invoicing/invoicing-connection.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import { ReceiveInvoicingNotice } from '../invoicing/receive-invoicing-notice.js'
import { RequestInvoice } from '../invoicing/request-invoice.js'
import { Workers } from '../jobs/workers.repository.js'
import { SECOND_MS } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { invoicePages } from '../payment-page/invoice.pages.js'
import { paymentPages } from '../payment-page/payment-page.pages.js'
import { Payments } from '../payments/payments.repository.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { notificationsRoute } from '../reconciliation/notifications.route.js'
import { ReceiveNotification } from '../reconciliation/receive-notification.js'
import { docsPages } from '../reference/docs.pages.js'
import { problemPages } from '../reference/problem.pages.js'
import type { NotificationSink } from '../sandbox/notification-sink.js'
import { Sealer } from '../secrets/sealer.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { sandboxPages } from '../sandbox/sandbox-pages.route.js'
import type { Composition } from './compose.js'
import { knownProviders } from './known-providers.js'
import { controllersModule } from './controllers.module.js'

/** A client that sends slower than this is let go (F11). */
const HEADERS_TIMEOUT_MS = 15 * SECOND_MS
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
const KEEP_ALIVE_MS = 65 * SECOND_MS
const MOST_CONNECTIONS = 1000

/** Starts to listen; the port is the one in the settings, or any free one for 0. */
export async function serveHttp(composition: Composition): Promise<{ server: Server; port: number }> {
  const app = await appOf(composition)
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }, app)
  server.on('clientError', answerClientError(composition.settings.baseUrl))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxConnections = MOST_CONNECTIONS
  const { port, host } = composition.settings
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { server, port: (server.address() as AddressInfo).port }
}

async function appOf({ container, settings, database, ports }: Composition): Promise<Express> {
  container.load(controllersModule)
  const contract = openContract(settings.baseUrl, await knownProviders(container))
  const pageSources = {
    links: container.get(PaymentLinks),
    payments: container.get(Payments),
    invoices: container.get(Invoices),
    accounts: container.get(Accounts),
    offered: container.get(OfferedProviders),
    registry: container.get(ProviderRegistry),
    generation: container.get(Generation),
    clock: ports.clock,
    log: ports.log,
    baseUrl: settings.baseUrl,
  }
  const migrator = new Migrator(database)
  const isReady = async (): Promise<void> => {
    await migrator.assertCurrent()
    await container.get(Workers).beat()
  }
  return buildApp({
    container,
    validator: new ContractValidator(contract),
    authenticateKey: container.get(AuthenticateKey),
    limiter: container.get(RateLimiter),
    ids: container.get(Ids),
    log: ports.log,
    baseUrl: settings.baseUrl,
    routers: [
      healthRoute(isReady),
      openapiRoute(contract),
      reportsRoute(container.get(ReceiveReport)),
      notificationsRoute((provider) =>
        container.get<NotificationSink>(provider === INVOICING_SERVICE ? ReceiveInvoicingNotice : ReceiveNotification),
      ),
      invoiceFilesRoute({
        invoices: container.get(Invoices),
        addresses: container.get(FileAddresses),
        readFiles: container.get(ReadInvoiceFiles),
      }),
      invoicePages({
        ...pageSources,
        requestInvoice: container.get(RequestInvoice),
        readFiles: container.get(ReadInvoiceFiles),
        addresses: container.get(FileAddresses),
        mails: container.get(InvoiceMailStates),
        sealer: container.get(Sealer),
        limiter: container.get(RateLimiter),
      }),
      paymentPages({
        ...pageSources,
        openCheckout: container.get(OpenCheckout),
        noteFate: container.get(NoteFate),
      }),
      mailPages({
        emails: container.get(Emails),
        accounts: container.get(Accounts),
        suppressions: container.get(Suppressions),
        noteFate: container.get(NoteFate),
        addresses: container.get(MailAddresses),
        generation: container.get(Generation),
        log: ports.log,
      }),
      sandboxPages(container.get(Sandbox)),
      docsPages(contract, settings.baseUrl),
      problemPages(),
    ],
  })
}
