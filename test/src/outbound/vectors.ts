/** `allowed`: always; `private`: only where private addresses are allowed; `never`: not even there. */
export type Verdict = 'allowed' | 'private' | 'never'

export interface Vector {
  title: string
  /** URLs of this machine have `{port}` in place of the port of a test server. */
  url: string
  verdict: Verdict
  /** Reaches 127.0.0.1 or ::1 if it is let through. */
  isHere: boolean
}

/** The URL of a vector, for a server of the test. */
export const urlOf = (vector: Vector, port: number, scheme = 'https'): string =>
  vector.url.replace('{port}', String(port)).replace(/^https:/, `${scheme}:`)

const named = (url: string, verdict: Verdict, isHere = false): Vector => ({
  title: JSON.stringify(url).slice(1, -1),
  url,
  verdict,
  isHere,
})

/** Hosts that a URL parser turns into 127.0.0.1 or ::1. */
const SPELLINGS_OF_HERE = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0X7F000001', '0x7f.1', '0177.1'],
  ...[
    '0177.0.0.01',
    '0x7f.0x0.0x0.0x1',
    '00000177.0.0.1',
    '127.0x1',
    '127.0.0.0x1',
    '127.0.0.1.',
    '127.1.',
    '0x7f000001.',
  ],
  ...[
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '127。0。0。1',
    '127｡0｡0｡1',
    '127．0．0．1',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
  ],
  ...['%30%78%37%66.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::FFFF:7F00:1]'],
  ...['[0:0:0:0:0:ffff:127.0.0.1]', '1\u200b27.0.0.1', '127.0.0\u00ad.1'],
]

/** Refused as URLs, wherever they lead. */
const FORMS = [
  ...[
    'https://good.example@127.0.0.1:{port}/',
    'https://good.example:443@127.0.0.1:{port}/',
    'https://@@127.0.0.1:{port}/',
  ],
  ...[
    'https://good%2eexample%40x@127.0.0.1:{port}/',
    'https://127.0.0.1:{port}@good.example/',
    'https://:secret@good.example/',
  ],
  ...[
    'https://127.0.0.1:{port}\\@good.example/',
    'https://good.example\\@127.0.0.1:{port}/',
    'https:\\\\127.0.0.1:{port}\\',
  ],
  ...['https://127.0.0.1:{port}#@good.example/', 'https://good.example#@127.0.0.1:{port}/', 'https://good.example/#'],
  ...[
    'https://127.0.0.1:{port}?@good.example/#x',
    'https://127.0\t.0.1:{port}/',
    'https://127.0.0\n.1:{port}/',
    '\nhttps://127.0.0.1:{port}/',
  ],
  ...[
    'https://127.0\r.0.1:{port}/',
    'ht\ntps://127.0.0.1:{port}/',
    ' https://127.0.0.1:{port}/',
    'https://good.example/\u0000',
  ],
  ...[
    'https://127.0.0.1:{port}/\u007f',
    'https://127.0.0.1 :{port}/',
    'https://127.0.0.1%00:{port}/',
    'https://127.0.0.1%0d%0aHost:x/',
  ],
  ...[
    'https://[fe80::1%25eth0]/',
    'https://[::1%25lo]:{port}/',
    'https://[::1%lo]:{port}/',
    'https://[::ffff:127.1]:{port}/',
  ],
  ...[
    'https://256.0.0.1/',
    'https://127.0.0.1.1/',
    'https://0x100000000/',
    'https://4294967296/',
    'https://127.0.0.08:{port}/',
  ],
  ...[
    'https://127.0.0.1:65536/',
    'https://127.0.0.1:-1/',
    'https://',
    'https:///',
    '//127.0.0.1:{port}/',
    '/hooks',
    '',
    'hooks',
  ],
  ...[
    'ftp://127.0.0.1:{port}/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:{port}/_x',
    'ws://127.0.0.1:{port}/',
    'data:text/plain,x',
  ],
  ...[
    'javascript:alert(1)',
    'unix:/run/docker.sock',
    'blob:https://good.example/x',
    'https://a..good.example/',
    'https://.good.example/',
  ],
  ...[
    'https://good.example../',
    'https://-.good.example/',
    "https://a'b.good.example/",
    `https://${'a'.repeat(64)}.good.example/`,
  ],
]

const METADATA_NAMES = [
  ...['metadata', 'metadata.google.internal', 'METADATA.google.INTERNAL', 'metadata.google.internal.', 'metadata.goog'],
  ...[
    'x.metadata.goog',
    'metadata.azure.internal',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com',
  ],
  ...['ｍetadata.goog', 'metadata%2egoog', 'metadata.platformequinix.com'],
]

const PRIVATE_NAMES = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
    '%6cocalhost',
    'x.localhost',
    'printer.local',
    'printer.LOCAL.',
  ],
  ...['localhost.localdomain', 'db.internal', 'nas.home.arpa', 'home.arpa', 'db', 'db.'],
]

/** First and last address of each range that is not private. */
const NEVER: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.42.42', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  documentation: ['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  'relay anycast': ['192.88.99.0', '192.88.99.255'],
  'AS112 and AMT': ['192.31.196.0', '192.31.196.255', '192.52.193.1', '192.175.48.0', '192.175.48.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  reserved: ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'metadata services': ['100.100.100.200', '168.63.129.16'],
  'metadata services in IPv6': [
    ...[
      '[fd00:ec2::254]',
      '[fd00:ec2::23]',
      '[fd00:0ec2:0:0:0:0:0:0254]',
      '[fd20:ce::254]',
      '[fd00:c1::a9fe:a9fe]',
      '[fd00:42::42]',
    ],
  ],
  'metadata in other spellings': [
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '①⑥⑨.254.169.254',
  ],
  'metadata wrapped in IPv6': [
    ...['[::ffff:169.254.169.254]', '[::ffff:0:169.254.169.254]', '[::169.254.169.254]', '[64:ff9b::169.254.169.254]'],
    ...[
      '[64:ff9b:1::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
      '[::ffff:100.100.100.200]',
      '[64:ff9b::168.63.129.16]',
      '[2002:a83f:8110::]',
    ],
  ],
  'a translator of another length': [
    '[64:ff9b:1:7f00:0:100:808:808]',
    '[64:ff9b:1:ffff:ffff:ffff:808:808]',
    '[64:ff9b:1:0:7f:0:100:0]',
  ],
  unspecified: ['[::]', '[::ffff:0.0.0.0]', '[::2]', '[::ff:ffff]'],
  'link-local in IPv6': ['[fe80::]', '[fe80::1]', '[fe80::a9fe:a9fe]', '[febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  'site-local': ['[fec0::]', '[feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  'multicast in IPv6': ['[ff00::]', '[ff02::1]', '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  'discard and dummy': ['[100::]', '[100::ffff:ffff:ffff:ffff]', '[100:0:0:1::]'],
  'below and above global unicast': [
    '[1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[4000::]',
    '[5f00::1]',
    '[fbff:ffff::1]',
  ],
  'protocol assignments, Teredo': [
    '[2001::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[2001:2::1]',
    '[2001:20::1]',
    '[2001:1ff:ffff::1]',
  ],
  'documentation in IPv6': [
    '[2001:db8::]',
    '[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[3fff::]',
    '[3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ],
  '6bone and AS112': ['[3ffe::1]', '[3ffe:ffff::1]', '[2620:4f:8000::1]'],
  ISATAP: [
    '[2a00:1450::5efe:127.0.0.1]',
    '[2a00:1450::200:5efe:a00:1]',
    '[fd12::5efe:a00:1]',
    '[2a00:1450::5efe:808:808]',
  ],
}

const PRIVATE: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0', '127.255.255.255'],
  'private networks': ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255', '100.100.100.199', '100.100.100.201'],
  'unique local': ['[fc00::]', '[fd12:3456::1]', '[fd00:ec3::254]', '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  'wrapped in IPv6': [
    ...[
      '[::ffff:10.0.0.1]',
      '[::ffff:0:10.0.0.1]',
      '[::ffff:0:7f00:1]',
      '[::10.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::10.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::7f00:1]',
      '[64:ff9b:1::c0a8:1]',
      '[2002:7f00:1::]',
      '[2002:c0a8:101::1]',
      '[2002:a00:1:ffff::8.8.8.8]',
    ],
  ],
}

/** So that the guard does not simply refuse everything: among others the neighbours of refused ranges. */
const ALLOWED = [
  ...['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...[
    '128.0.0.0',
    '134744072',
    '0x08080808',
    '⑧.⑧.⑧.⑧',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
  ],
  ...['172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0'],
  ...['198.17.255.255', '198.20.0.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '8.8.8.8:8443', '8.8.8.8:1'],
  ...['[2000::1]', '[2001:200::1]', '[2001:4860:4860::8888]', '[2606:4700:4700::1111]', '[2a00:1450:4001:81b::200e]'],
  ...['[2001:db7:ffff::1]', '[2001:db9::1]', '[3fff:1000::1]', '[2003::1]', '[2620:4f:8001::1]', '[::ffff:8.8.8.8]'],
  ...['[64:ff9b::808:808]', '[64:ff9b:1::808:808]', '[2002:808:808::1]', '[2606:4700::]:8443'],
]

const ranges = (of: Record<string, readonly string[]>, verdict: Verdict): Vector[] =>
  Object.entries(of).flatMap(([range, hosts]) =>
    hosts.map((host) => ({ ...named(`https://${host}/`, verdict), title: `${host} (${range})` })),
  )

/** Checked at registration and at every call. */
export const VECTORS: readonly Vector[] = [
  ...SPELLINGS_OF_HERE.map((host) => named(`https://${host}:{port}/`, 'private', true)),
  ...FORMS.map((url) => named(url, 'never')),
  ...METADATA_NAMES.map((host) => named(`https://${host}:{port}/`, 'never')),
  ...PRIVATE_NAMES.map((host) => named(`https://${host}:{port}/`, 'private', true)),
  ...ranges(NEVER, 'never'),
  ...ranges(PRIVATE, 'private'),
  ...ALLOWED.map((host) => named(`https://${host}/`, 'allowed')),
]
