const IN_BOTH_MODES = ['/dashboard', '/dashboard/test']
const SETTINGS = '/dashboard/test/settings'
const SIGNED_IN = [
  ...['/dashboard/invitation/:token', '/dashboard/setup/:token', '/dashboard/sign-in', '/dashboard/sign-in/code'],
  ...['/dashboard/sign-in/passkey', '/dashboard/test/confirm', '/dashboard/test/confirm/passkey'],
  `${SETTINGS}/security/password`,
]
const inHeadersOf = (paths: readonly string[]): string[] => paths.map((path) => `the headers of POST ${path}`)

/** Where a secret may be, and why. The rest is nowhere: hashed, sealed, or only held in memory. */
export const EXPECTED: readonly (readonly [secret: string, places: readonly string[]])[] = [
  // The file that is the key: every other secret at rest is sealed with it.
  ['the secret key', ['secret.key']],

  // Handed out in the one answer, or to the one screen, that is for its owner.
  [
    'an API key',
    ['standard output of up', 'standard output of keys create --mode live', `the answer of POST ${SETTINGS}/keys`],
  ],
  [
    'a signing secret',
    [
      ...[
        'standard output of webhooks create --mode test --url',
        'standard output of webhooks rotate-secret --overlap',
      ],
      ...[`the answer of POST ${SETTINGS}/webhooks`, `the answer of POST ${SETTINGS}/webhooks/:id/secret`],
    ],
  ],
  ['a TOTP secret', IN_BOTH_MODES.map((base) => `the answer of GET ${base}/settings/security/code`)],
  [
    'a recovery code',
    [`the answer of POST ${SETTINGS}/security/code`, `the answer of POST ${SETTINGS}/security/recovery-codes`],
  ],
  ['a session', inHeadersOf(SIGNED_IN)],
  ['a device', inHeadersOf([...SIGNED_IN, '/dashboard/reset/:token'])],
  ['a sign-in', inHeadersOf(['/dashboard/sign-in'])],
  ['an OAuth code', ['the headers of GET /oauth/authorize/:id', 'the answer of GET /oauth/authorize/:id']],
  ['an OAuth token', ['the answer of POST /oauth/token']],
  [
    'the token of mail reports',
    [
      'standard output of emails reports',
      ...IN_BOTH_MODES.map((base) => `the answer of GET ${base}/settings/email/reports`),
    ],
  ],
  [
    'the signature of a file',
    [
      'the answer of GET /v1/payments/:id/invoice/files',
      'the answer of GET /dashboard/test/invoices',
      ...['pdf', 'xml'].flatMap((format) =>
        ['answer', 'headers'].map((part) => `the ${part} of GET /dashboard/test/payments/:id/invoice/${format}`),
      ),
    ],
  ],

  // Mailed to whom it is for; the page that it opens posts to its own address.
  ['a one-time address', ['standard output of up', 'a mail', 'the answer of POST /dashboard/email-change/:token']],

  // Of a mail, which is kept as it was sent: it ends mails to its own recipient and opens nothing.
  [
    'the signature of an unsubscribe link',
    [
      ...['a mail', 'database files', 'the write-ahead log', 'the backup, opened'],
      ...['body_html', 'body_text'].flatMap((column) =>
        ['', 'a copy: '].map((of) => `${of}email_deliveries.${column}`),
      ),
    ],
  ],

  // The memory of the sandbox's simulators, which stand for providers and know no money.
  [
    "a simulated provider's signing secret",
    [
      ...['plugin_entries.value', 'a copy: plugin_entries.value', 'the backup, opened'],
      ...['database files', 'the write-ahead log'],
    ],
  ],

  // What a client put into an address is in the links of the page that answers it, for another language.
  ['a key that is none', ['the answer of GET /dashboard/reset/:token']],
]

export const NOWHERE: readonly string[] = [
  ...['the database password', 'a wrong database password', 'the SMTP password', 'the metrics token'],
  ...["the payment provider's key", "the payment provider's webhook secret"],
  ...["the invoicing provider's key", "the invoicing provider's webhook secret"],
  ...["the plugin's key", "the plugin's webhook secret", 'a wrong password', 'the password of a URL'],
  ...['the password of a person', 'a code verifier', 'a short token'],
]

/** Read by people and programs that have nothing to do with a customer. */
export const PUBLIC =
  /^(the log|traces|the answer of GET \/metrics|standard error of .*|[\w./-]+\.(backup|key|json|pid))$/
