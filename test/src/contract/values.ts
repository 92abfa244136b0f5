/** Values for each kind of field: bad ones, and edge cases that are valid. */
export interface Values {
  bad: unknown[]
  good: unknown[]
}

const OTHER_KINDS = [0, 1.5, true, false, [], {}, ['x'], { a: 1 }]
export const EMOJI = '🧾'

/** Texts that the engines cannot store unchanged. */
export const UNKEEPABLE = ['\0', 'a\0b', '\ud800', '\udfff', 'a\ud800b', '\udc00\ud800']

const TRICKY = [
  '𝓽𝓮𝔁𝓽',
  'e\u0301',
  '\u202Eabc',
  'a\u200Db',
  '\uFEFF',
  '\uFFFF',
  "' or 1=1 --",
  '${7*7}',
  '%s%n',
  '\r\nX: y',
]

export function text(min: number, max: number): Values {
  return {
    bad: [...OTHER_KINDS, ...UNKEEPABLE, ...(min > 0 ? [''] : []), 'x'.repeat(max + 1), EMOJI.repeat(max + 1)],
    good: ['x'.repeat(min), 'x'.repeat(max), EMOJI.repeat(max), ...TRICKY],
  }
}

export function whole(min: number, max: number): Values {
  return {
    bad: [
      ...['1', '', true, [], [1], {}, null],
      ...[min - 1, -1, -0, 0, 1.5, max + 1, 2 ** 31, 2 ** 53, -(2 ** 31), 1e21],
      ...['@raw:1e400', '@raw:-1e400', '@raw:1e-400', `@raw:${'9'.repeat(400)}`, '@raw:1.0000001'],
    ],
    good: [min, max, '@raw:1.0', '@raw:10e-1', '@raw:1E0'],
  }
}

export const oneOf = (...names: string[]): Values => ({
  bad: [
    ...OTHER_KINDS,
    ...UNKEEPABLE,
    '',
    'x',
    ...names.map((name) => name.toUpperCase()),
    ...names.map((name) => `${name} `),
  ],
  good: names,
})

export const yesOrNo: Values = { bad: [0, 1, 'true', 'false', '', [], {}], good: [false] }

export const currency: Values = {
  bad: [
    ...OTHER_KINDS,
    ...UNKEEPABLE,
    ...['', 'MX', 'MXNN', 'M N', 'MX1', '$$$', 'ＭＸＮ', 'mxn\n', '\nmxn', 'MXÑ', 'ıMX', 'JPY', 'BHD', 'XXX', 'jpy'],
  ],
  good: ['MXN', 'mxn', 'Usd'],
}

export const email: Values = {
  bad: [
    ...OTHER_KINDS,
    ...UNKEEPABLE,
    ...['', 'x', '@', 'a@', '@x.com', 'a@b', 'a@x..com', 'a@.com', 'a@x.com.', 'a..b@x.com', '.a@x.com', 'a.@x.com'],
    ...[
      'a@x.com, b@y.com',
      'a@x.com;b@y.com',
      'Grp: a@x.com;',
      'Ana <a@x.com>',
      '<a@x.com>',
      '"a b"@x.com',
      'a@x.com(c)',
    ],
    ...['a@x.com\r\nBcc: e@e.com', 'a@x.com\n', ' a@x.com', 'a@x.com ', 'a b@x.com', 'a@x .com', 'a\t@x.com'],
    ...['a@-x.com', 'a@x-.com', 'a@[127.0.0.1]', 'ñ@x.com', 'a@ñ.com', 'a@@x.com', 'mailto:a@x.com', 'a@x_y.com'],
    ...[`${'a'.repeat(249)}@x.com`, `a@${'x'.repeat(64)}.com`],
  ],
  good: ['a@b.co', "a!#$%&'*+/=?^_`{|}~-b@x.com", `${'a'.repeat(248)}@x.com`, 'A@X.COM', 'a@1.2'],
}

export const moment: Values = {
  bad: [
    ...OTHER_KINDS,
    ...UNKEEPABLE,
    ...['', 'tomorrow', '2099', '2099-01-01', '2099-01-01T00:00:00', '2099-01-01 00:00:00Z', '2099-01-01T00:00Z'],
    ...[
      '2099-02-29T00:00:00Z',
      '2099-02-30T00:00:00Z',
      '2099-13-01T00:00:00Z',
      '2099-00-01T00:00:00Z',
      '2099-01-00T00:00:00Z',
    ],
    ...['2099-01-01T24:00:00Z', '2099-01-01T00:60:00Z', '2099-01-01T00:00:60Z', '2099-01-01T00:00:00+24:00'],
    ...['2099-01-01T00:00:00+0600', '2099-01-01T00:00:00 Z', '2099-01-01T00:00:00Z\n', ' 2099-01-01T00:00:00Z'],
    ...['+010000-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00', '1969-12-31T23:59:59Z'],
    ...[
      '2099-01-01T00:00:00.1234567890Z',
      '2099-01-01T00:00:00,5Z',
      '2099-W01-1T00:00:00Z',
      '２０９９-01-01T00:00:00Z',
    ],
    ...[4070908800, 4070908800000, '4070908800', 'Fri, 01 Jan 2099 00:00:00 GMT'],
  ],
  good: [
    '2099-01-01T00:00:00Z',
    '2099-01-01t00:00:00.123456789z',
    '2096-02-29T23:59:59+14:00',
    '2099-01-01T00:00:00-00:00',
  ],
}

/** Names that naive code mishandles. */
export const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'expiresAT',
  'a.b',
  'a b',
  '🧾',
  'x'.repeat(1000),
]

/** As `JSON.parse` makes it: an own property, not the prototype. */
export const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]])
