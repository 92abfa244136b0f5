import { run } from '@paylink/core/cli/main'

/** Many commands in one process: loading the service takes longer than making an endpoint. */
for (const url of process.argv.slice(2)) {
  if (process.exitCode === undefined) {
    await run(['webhooks', 'create', '--mode', 'test', '--url', url, '--events', 'payment_link.paid', '--json'])
  }
}
