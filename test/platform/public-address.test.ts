import ipaddr from 'ipaddr.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discovery } from '../../src/wopi/editor/discovery.ts'
import {
  isPublicAddress,
  requirePublicAddresses,
  urlRefusal,
} from '../../src/platform/outbound/public-address.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'

let server: EditingServer

beforeEach(async () => {
  server = await startEditingServer()
})

afterEach(async () => {
  configureEditor(undefined)
  await server.stop()
})

describe('An editing server in our own network', () => {
  const port = () => new URL(server.url).port

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])(
    'receives no request at %s',
    async (host) => {
      configureEditor(`http://${host}:${port()}`, false)

      await expect(discovery()).rejects.toMatchObject({ status: 503 })
      expect(server.requests).toBe(0)
    },
  )

  test.each(['localhost', '127.0.0.1'])(
    'receives requests at %s if it is configured as private',
    async (host) => {
      configureEditor(`http://${host}:${port()}/`)

      await discovery()

      expect(server.requests).toBe(1)
    },
  )

  test.each(['ftp://office.example', 'file:///etc', 'office'])('cannot have the URL %s', async (url) => {
    configureEditor(url)

    await expect(discovery()).rejects.toMatchObject({ status: 503 })
  })
})

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    'returns true for %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.1.2.3',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:0:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '64:ff9b:1::808:808',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('returns false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  test('returns false for every address that the library ipaddr.js does not call unicast', () => {
    const starts = [
      '0',
      '0:0:0:0:ffff',
      '64:ff9b',
      '64:ff9b:1',
      '100',
      '2001',
      '2001:2',
      '2001:1ff',
      '2001:db8',
    ]
    const six = [...starts, '2002', '2620:4f:8000', '3fff', '5f00', 'fc00', 'fdff', 'fe80', 'fec0', 'ff02']
    const four = [
      '0',
      '10',
      '100.64',
      '127',
      '169.254',
      '172.16',
      '172.31',
      '192',
      '192.0',
      '192.0.2',
      '192.31.196',
    ]
    four.push(
      '192.52.193',
      '192.88.99',
      '192.168',
      '192.175.48',
      '198',
      '198.18',
      '198.51.100',
      '203.0.113',
      '224',
    )
    const number = (below: number) => Math.floor(Math.random() * below)
    const complete = (start: string, length: number, separator: string, part: () => string) => {
      const given = start === '' ? [] : start.split(separator)
      return [...given, ...Array.from({ length: length - given.length }, part)].join(separator)
    }
    const octet = () => String(number(256))
    const group = () => number(65_536).toString(16)
    const texts = Array.from({ length: 100 }, () => [
      ...four.map((start) => complete(start, 4, '.', octet)),
      ...six.map((start) => complete(start, 8, ':', group)),
      ...six.map((start) => `${start}::${group()}`.replace(/^0::/, '::')),
      complete('', 4, '.', octet),
      complete('', 8, ':', group),
    ]).flat()

    const special = texts.filter((text) => ipaddr.parse(text).range() !== 'unicast')
    expect(special.length).toBeGreaterThan(4_000)
    expect(special.filter(isPublicAddress)).toEqual([])
  })
})

describe('urlRefusal', () => {
  test.each([
    'https://example.com',
    'https://example.com:443/a?b#c',
    'https://8.8.8.8',
    'https://134744072/',
  ])('accepts %s', (url) => {
    expect(urlRefusal(url)).toBeUndefined()
  })

  test.each([
    ['', 'must be a URL'],
    ['example.com', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://256.0.0.1/', 'must be a URL'],
    ['http://example.com', 'must use https'],
    ['ftp://example.com', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['https://example.com:80', 'must use port 443'],
    ['https://example.com:444', 'must use port 443'],
    ['https://ada@example.com', 'must not contain a user name or password'],
    ['https://:secret@example.com', 'must not contain a user name or password'],
    ['https://example.com@127.0.0.1', 'must not contain a user name or password'],
  ])('says of %j that it %s', (url, rule) => {
    expect(urlRefusal(url)).toBe(rule)
  })

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0',
    '255.255.255.255',
    '224.0.0.1',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[ff02::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ⓛocalhost',
  ])('refuses the private address of https://%s', (host) => {
    expect(urlRefusal(`https://${host}/hook`)).toBe('must not have a private address')
  })
})

describe('requirePublicAddresses', () => {
  test.each(['localhost', 'localhost.', '127.0.0.1', '[::1]', '10.0.0.1', '2130706433'])(
    'refuses %s',
    async (host) => {
      await expect(requirePublicAddresses(host)).rejects.toThrow('must not have a private address')
    },
  )

  test('returns the addresses of a public host', async () => {
    expect(await requirePublicAddresses('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
  })
})

describe('WEBHOOK_LOOPBACK', () => {
  beforeEach(() => void (process.env['WEBHOOK_LOOPBACK'] = 'yes'))
  afterEach(() => void delete process.env['WEBHOOK_LOOPBACK'])

  test.each(['https://localhost:8443', 'https://127.0.0.1:8443', 'https://[::1]:8443', 'https://localhost'])(
    'allows %s',
    async (url) => {
      expect(urlRefusal(url)).toBeUndefined()
      expect(await requirePublicAddresses(new URL(url).hostname)).not.toEqual([])
    },
  )

  test.each([
    ['http://localhost', 'must use https'],
    ['https://10.0.0.1', 'must not have a private address'],
    ['https://[::ffff:127.0.0.1]', 'must not have a private address'],
    ['https://127.example.com:8443', 'must use port 443'],
    ['https://localhost.example.com:8443', 'must use port 443'],
  ])('does not allow %s', (url, rule) => {
    expect(urlRefusal(url)).toBe(rule)
  })
})
