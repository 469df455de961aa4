import { afterEach, describe, expect, test } from 'vitest'
import { readHealth } from '../../src/health/endpoints/read-health.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { call } from '../support/call.ts'

afterEach(() => {
  delete process.env['CORS_ORIGINS']
})

const exposed = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Error-Code',
  'X-Truncated',
  'Idempotency-Replayed',
  'Deprecation',
  'Sunset',
]

describe('A response to a browser', () => {
  test('allows pages of any origin by default, for errors too', async () => {
    const answers = [
      await call(readHealth, { headers: { Origin: 'https://app.example.com' } }),
      await call(readMe, { headers: { Origin: 'https://app.example.com' } }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']?.split(', ')).toEqual(exposed)
    }
  })

  test('allows only the configured origins', async () => {
    process.env['CORS_ORIGINS'] = 'https://app.example.com, https://other.example.com'

    const [ours, theirs] = [
      await call(readHealth, { headers: { origin: 'https://other.example.com' } }),
      await call(readHealth, { headers: { origin: 'https://evil.example.com' } }),
    ]

    expect(ours.headers['access-control-allow-origin']).toBe('https://other.example.com')
    expect(theirs.headers['access-control-allow-origin']).toBeUndefined()
    expect([ours.headers['vary'], theirs.headers['vary']]).toEqual([
      'Accept-Encoding, Origin',
      'Accept-Encoding, Origin',
    ])
  })
})
