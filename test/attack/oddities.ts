import type { Random } from './random.ts'

const words = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\uffff\ufffe',
  '\ufeffstart',
  '\u202eesrever',
  '👨‍👩‍👧‍👦🏳️‍🌈',
  'é',
  'ﷺ',
  '𝔘𝔫𝔦',
  'ß'.repeat(300),
  `a${'\u0301'.repeat(2_000)}`,
  '\u2028\u2029',
  '\r\nX-Injected: 1',
  '../../../etc/passwd',
  '%00%2e%2e',
  '${7*7}{{7*7}}',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{"$ne": null}',
  '#pk',
  ':v',
  'begins_with(pk, a)',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'null',
  'undefined',
  'true',
  '-1',
  '1e999',
  '0x10',
  '٣٤',
  '１２',
  '2026-13-45',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'x'.repeat(256),
  'x'.repeat(70_000),
  '漢'.repeat(40_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  '(a+)+$',
  '[[[[',
  `${'#'.repeat(5_000)} x`,
  `${'>'.repeat(3_000)}x`,
  `${'[a]('.repeat(3_000)}`,
]

const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e400',
  '-1e400',
  '9007199254740993',
  '99999999999999999999999999999999999999999',
  '1e-400',
  '2147483648',
  '-9223372036854775809',
  '0.1e1',
  '1E5',
]

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Returns an unexpected JSON value, often one that no program would write. */
export const oddJson = (random: Random): string =>
  random.pick([
    () => JSON.stringify(random.pick(words)),
    () => JSON.stringify(random.pick(words)),
    () => random.pick(numbers),
    () =>
      random.pick(['null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]', '{"":""}', '"\\ud83d"']),
    () =>
      random.pick([
        '{"__proto__":{"role":"admin"}}',
        '{"constructor":{"prototype":{}}}',
        '{"toString":1}',
        '{"length":1e9}',
        '{"a":1,"a":2}',
        '{"toJSON":null}',
        '{"then":1}',
      ]),
    () => deep(random.pick([5, 50, 99, 101, 1_000]), '[', ']'),
    () => `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    () =>
      JSON.stringify(
        Array.from({ length: random.pick([21, 101, 1_001]) }, () => random.pick(words.slice(0, 14))),
      ),
    () => `[${Array.from({ length: 60 }, () => `"${random.uuid()}"`).join(',')}]`,
  ])()

export const oddWord = (random: Random): string => random.pick(words)

/** Returns a body that is not a JSON object, or an absurd one. */
export const oddBody = (random: Random, valid: string): string | Buffer =>
  random.pick<() => string | Buffer>([
    () => valid.slice(0, random.below(valid.length + 1)),
    () => `\ufeff${valid}`,
    () => Buffer.from(valid, 'utf16le'),
    () => Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    () => '',
    () =>
      random.pick(['null', '1', '"text"', '[]', 'true', '{', '}', '{]', "{'a':1}", '{a:1}', '[{}]', 'NaN']),
    () => `${valid}${valid}`,
    () => valid.replace(/\}$/, ',}'),
    () => deep(random.pick([1_000, 100_000]), '[', ']'),
    () => deep(50_000, '{"a":', '}'),
    () =>
      valid.replace(
        /^\{/,
        `{"${random.pick(['__proto__', 'constructor', 'no_such_field', '\u0000', ''])}":{},`,
      ),
    () => valid.replace(/^\{/, `{"x":"${'y'.repeat(random.chance(0.1) ? 1_100_000 : 20_000)}",`),
    () => `{${Array.from({ length: 2_000 }, (_, i) => `"f${i}":${i}`).join(',')}}`,
    () => 'a=1&b=2',
    () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ])()

/** Returns a header that HTTP allows, with an unexpected value. */
export const oddHeader = (random: Random): [string, string | string[]] => {
  const latin = random.pick([
    '',
    ' ',
    'ü',
    '\xff\xfe',
    '*',
    '"',
    '""',
    'W/"1"',
    '"1"',
    '"-1"',
    '"99999999999999999999"',
    'x'.repeat(300),
    'x'.repeat(3_000),
    '0',
    '-1',
    'null',
    '[object Object]',
    '%00',
    '1e999',
  ])
  const of = (name: string, ...more: (string | string[])[]): [string, string | string[]] => [
    name,
    random.pick([latin, ...more]),
  ]
  return random.pick([
    () =>
      of(
        'Content-Type',
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        'multipart/form-data',
        'application/json, text/html',
        'application/merge-patch+json',
      ),
    () => of('If-Match', '"1", "2"', '"0"'),
    () => of('If-None-Match', '*', '"1", W/"2"'),
    () => of('Idempotency-Key', 'one', 'x'.repeat(255), 'x'.repeat(256)),
    () => of('Accept', 'text/event-stream', 'application/xml', '*/*;q=0'),
    () => of('Accept-Encoding', 'gzip', 'br;q=1.0'),
    () => of('Content-Encoding', 'gzip', 'br'),
    () => of('Range', 'bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', `bytes=${'9'.repeat(40)}-`),
    () => of('Origin', 'null', 'http://evil.example.com', 'https://a, https://b'),
    () => of('X-Forwarded-For', '127.0.0.1', '::1, 10.0.0.1'),
    () => of('X-HTTP-Method-Override', 'DELETE'),
    () => of('X-WOPI-Override', 'LOCK', 'PUT', 'PUT_RELATIVE', 'RENAME_FILE', 'DELETE', 'GET_LOCK', 'UNLOCK'),
    () => of('X-WOPI-Lock', 'x'.repeat(1_025), ['a', 'b']),
    () => of('X-WOPI-SuggestedTarget', '+//8-', '.docx', '+2D3eAA-', `${'a'.repeat(600)}.docx`),
    () => of('X-WOPI-RequestedName', '../x', '+AGE-'),
    () => of('X-WOPI-TimeStamp', '0'),
    () => of('X-WOPI-Proof', 'AAAA'),
    () => of('X-COOL-WOPI-Timestamp', 'yesterday'),
    () => of('Cookie', 'a=b'),
    () => of('Last-Event-ID', '9'),
    () => of('Host', 'evil.example.com'),
  ])()
}
