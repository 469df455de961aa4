import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discovery } from '../../src/wopi/editor/discovery.ts'
import { isPublicAddress } from '../../src/platform/http/public-address.ts'
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
  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
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
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
  ])('returns false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
