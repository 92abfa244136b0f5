import type { Settings } from '@paylink/config'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import { AccessLog } from '../access-log/access-log.js'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { Accounts } from '../accounts/accounts.repository.js'
import { OpenCheckout } from '../checkout/open-checkout.js'
import { Connections } from '../connections/connections.repository.js'
import { Generation } from '../database/generation.js'
import { MailAddresses } from '../mail/addresses.js'
import { InvoiceMailStates } from '../invoicing/invoice-mail-state.js'
import { Emails } from '../mail/emails.repository.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { mailPages } from '../payer-pages/mail.pages.js'
import { TrackDelivery } from '../mail/track-delivery.js'
import { ReceiveReport } from '../mail/receive-report.js'
import { reportsRoute } from '../mail/reports.route.js'
import { Suppressions } from '../mail/suppressions.repository.js'
import { buildApp } from '../http/app.js'
import { loadContract } from '../contract/contract.js'
import { ServedContract } from '../contract/served-contract.js'
import { createLimitedServer } from '../http/create-server.js'
import { healthRoute } from '../http/health.route.js'
import { openapiRoute } from '../http/openapi.route.js'
import { Readiness } from '../http/readiness.js'
import { InvoiceFileUrls } from '../invoicing/invoice-file-urls.js'
import { invoiceFilesRoute } from '../invoicing/files.route.js'
import { INVOICING_SERVICE } from '../invoicing/invoicing-connection.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import { ReceiveInvoicingNotification } from '../invoicing/receive-invoicing-notification.js'
import { RequestInvoice } from '../invoicing/request-invoice.js'
import { Schedule } from '../work/schedule.js'
import { Ids } from '../kernel/ids.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { invoicePages } from '../payer-pages/invoice.pages.js'
import { linkPictures } from '../payer-pages/picture.route.js'
import { receiptPages } from '../payer-pages/receipt.pages.js'
import { paymentPages } from '../payer-pages/payment-page.pages.js'
import { Payments } from '../payments/payments.repository.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { notificationsRoute } from '../reconciliation/notifications.route.js'
import { ReceiveNotification } from '../reconciliation/receive-notification.js'
import { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { docsPages } from '../reference/docs.pages.js'
import { homePages } from '../reference/home.pages.js'
import { problemPages } from '../reference/problem.pages.js'
import type { NotificationSink } from '../sandbox/notification-sink.js'
import { Sealer } from '../secrets/sealer.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { sandboxPages } from '../sandbox/sandbox-pages.route.js'
import type { Composition } from './compose.js'
import { knownProviders } from './known-providers.js'
import { probeOf } from './probe.js'
import { controllersModule } from './controllers.module.js'

/** Listens on the port of the settings; 0 picks a free one. */
export async function serveHttp(composition: Composition): Promise<{ server: Server; port: number }> {
  const { container, settings, ports } = composition
  const app = await appOf(composition)
  const accessLog = container.get(AccessLog)
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const server = createLimitedServer({
    app,
    isTrustedProxy: (address) => isProxy(address, 0),
    limits: ports.connectionLimits,
    ids: container.get(Ids),
    limiter: container.get(RateLimiter),
    accessLog,
    clock: ports.clock,
    timer: ports.timer,
    log: ports.log,
    baseUrl: settings.baseUrl,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, settings)))
    server.listen(settings.port, settings.host, resolve)
  })
  container.get(Schedule).start([accessLog])
  return { server, port: (server.address() as AddressInfo).port }
}

/** Node's error names the code and address; the operator needs the setting. */
function portError(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use, perhaps by another PayLink: stop it (ss -ltnp 'sport = :${port}' names it), or set PAYLINK_PORT.`,
    EACCES: `This user is not allowed to open port ${port}: set PAYLINK_PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set PAYLINK_HOST.`,
    ENOTFOUND: `${host} is not an address of this machine: set PAYLINK_HOST.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}

async function appOf(composition: Composition): Promise<Express> {
  const { container, settings, ports } = composition
  container.load(controllersModule)
  const providers = await knownProviders(container.get(ProviderRegistry), container.get(Connections))
  const contract = new ServedContract(loadContract(settings.baseUrl, providers))
  const pageSources = {
    links: container.get(PaymentLinks),
    payments: container.get(Payments),
    invoices: container.get(Invoices),
    accounts: container.get(Accounts),
    offered: container.get(OfferedProviders),
    registry: container.get(ProviderRegistry),
    generation: container.get(Generation),
    mailRoutes: container.get(MailRoutes),
    clock: ports.clock,
    log: ports.log,
    baseUrl: settings.baseUrl,
  }
  return buildApp({
    container,
    contract,
    authenticateKey: container.get(AuthenticateKey),
    limiter: container.get(RateLimiter),
    ids: container.get(Ids),
    clock: ports.clock,
    log: ports.log,
    accessLog: container.get(AccessLog),
    baseUrl: settings.baseUrl,
    trustedProxies: settings.trustedProxies,
    routers: [
      healthRoute(new Readiness(probeOf(composition), ports.clock, ports.timer)),
      openapiRoute(contract.document),
      reportsRoute(container.get(ReceiveReport)),
      notificationsRoute((provider) =>
        container.get<NotificationSink>(
          provider === INVOICING_SERVICE ? ReceiveInvoicingNotification : ReceiveNotification,
        ),
      ),
      invoiceFilesRoute({
        invoices: container.get(Invoices),
        urls: container.get(InvoiceFileUrls),
        readFiles: container.get(ReadInvoiceFiles),
      }),
      invoicePages({
        ...pageSources,
        contract,
        requestInvoice: container.get(RequestInvoice),
        readFiles: container.get(ReadInvoiceFiles),
        addresses: container.get(InvoiceFileUrls),
        mails: container.get(InvoiceMailStates),
        sealer: container.get(Sealer),
        limiter: container.get(RateLimiter),
      }),
      linkPictures(pageSources),
      receiptPages({
        ...pageSources,
        addresses: container.get(MailAddresses),
        limiter: container.get(RateLimiter),
      }),
      paymentPages({
        ...pageSources,
        openCheckout: container.get(OpenCheckout),
        verifyOnReturn: container.get(VerifyOnReturn),
        noteFate: container.get(TrackDelivery),
      }),
      mailPages({
        emails: container.get(Emails),
        accounts: container.get(Accounts),
        suppressions: container.get(Suppressions),
        trackDelivery: container.get(TrackDelivery),
        addresses: container.get(MailAddresses),
        generation: container.get(Generation),
        log: ports.log,
      }),
      sandboxPages(container.get(Sandbox)),
      homePages(),
      docsPages(contract.document, settings.baseUrl),
      problemPages(),
    ],
  })
}
