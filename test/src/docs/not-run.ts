/** Why a command of a page cannot be run beside a test's installation, and which those are: `page: how it begins`. */
export const NOT_RUN: Record<string, readonly string[]> = {
  'installs and starts a clone on port 8080: `cli/up` and `cli/start` look at what that does': [
    'README.md: npm start',
    'docs/getting-started.md: npm start',
  ],
  'is the suite, or a part of it': ['README.md: npm test'],
  'needs a container engine: `test/container/run` goes through build, start, backup, upgrade and profile `ha`': [
    'README.md: docker compose up',
    'docs/operate.md: docker run --rm --entrypoint cat paylink /app/sbom.cdx.json >sbom.cdx.json',
    'docs/operate.md: git checkout v0.2.0',
    'docs/operate.md: docker compose build',
    'docs/operate.md: docker compose run --rm --no-deps paylink migrate up --dry-run',
    'docs/operate.md: docker compose up -d',
    'docs/operate.md: docker compose --profile ha',
    'docs/operate.md: docker compose exec paylink /app/bin/paylink move',
    'docs/operate.md: export PAYLINK_DATABASE_URL_FILE=/run/database-password/url-cluster',
    'docs/operate.md: docker compose exec member-1 patronictl',
    'docs/operate.md: docker compose kill member-1',
  ],
  'needs a container engine and images of other programs: `docs/container` and `docs/observe` look at their settings': [
    'docs/email.md: PAYLINK_SMTP_URL=smtp://mail:1025 PAYLINK_MAIL_FROM=',
    'docs/observe.md: PAYLINK_METRICS_TOKEN_FILE=/run/metrics-token/token docker compose --profile observe up',
    'docs/operate.md: export PAYLINK_BASE_URL=https://pay.example.com',
    'docs/operate.md: docker compose --profile tls up -d',
  ],
  'is of another program, which `docs/agents` stands in for': ['docs/agents.md: claude mcp add'],
  'downloads another program': [
    'docs/email.md: npx maildev@2',
    'docs/email.md: PAYLINK_SMTP_URL=smtp://localhost:1025',
  ],
  'needs an account at the provider: `cli/invoicing` and `conformance` run the same in the sandbox': [
    'docs/invoicing.md: bin/paylink invoicing connect --mode live',
    'docs/invoicing.md: bin/paylink invoicing merchants --mode live',
    'docs/invoicing.md: bin/paylink invoicing choose-merchant ID --mode live',
    'docs/operate.md: bin/paylink connections connect provider_b --mode test --set privateKey=@conekta-test.key',
  ],
  'is about a plugin that the reader has written: `plugin-host/written` goes through it': [
    'docs/extend.md: paylink plugins new acme --kind provider',
    'docs/extend.md: npm install && npm run build && npm run check',
    'docs/extend.md: npm pack && mv paylink-acme-0.1.0.tgz',
    'docs/extend.md: paylink plugins list',
    'docs/extend.md: export PAYLINK_OUTBOUND_ALLOW_PRIVATE=1',
    'docs/extend.md: paylink connections connect acme --mode live',
  ],
  'names what another installation has: `cli/invoicing`, `cli/requests` and `cli/review` run the same': [
    'docs/invoicing.md: bin/paylink invoicing choose-merchant ab04c3ae659906bdf9ff0c18',
    'docs/operate.md: bin/paylink requests show 019abc3e',
    'docs/operate.md: bin/paylink review show pay_01m8jqs7z1e00b6syzh4hmjsd0',
    'docs/operate.md: bin/paylink review resolve pay_01m8jqs7z1e00b6syzh4hmjsd0',
  ],
  'shows the output of a command that the page has run before': [
    'docs/operate.md: bin/paylink backup /backups/2026-11-27.backup --json',
  ],
  'needs a database that is older than its world: `quarantine/newer-world` ends it so': [
    'docs/operate.md: bin/paylink doctor --resume',
  ],
  'runs until it is stopped: `webhooks/listen` and `webhooks/receivers` run both': [
    'docs/webhooks.md: bin/paylink listen --mode test',
    'docs/webhooks.md: WEBHOOK_SECRET=whsec_… node receiver.ts',
  ],
}

/** Of pages for contributors: each command is the build, a drill or a part of the suite, and only its names are looked at. */
export const DRILLS = ['docs/contribute.md', 'docs/reliability.md']
export const IS_DRILL = /(?:npm (?:test|run (?<script>[\w:]+))|node test\/dist\/run\.js (?<words>.*))/
