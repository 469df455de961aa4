import { describe, expect, test } from 'vitest'
import { requireEffect } from '../../infra/local/gateway/offline-flags.ts'

/** Some flags of serverless-offline; `stage` is a flag of all commands. */
const known = [
  'corsAllowHeaders',
  'corsAllowOrigin',
  'corsDisallowCredentials',
  'corsExposedHeaders',
  'host',
  'httpPort',
  'httpsProtocol',
  'noAuth',
  'noPrependStageInUrl',
  'noTimeout',
  'prefix',
]

describe('serverless offline', () => {
  test.each([
    ['prefix', 'x'],
    ['corsAllowOrigin', '*'],
    ['corsAllowHeaders', '*'],
    ['corsExposedHeaders', 'ETag'],
    ['corsDisallowCredentials', true],
    ['httpsProtocol', 'certificates'],
    ['noAuth', true],
    ['noTimeout', true],
  ])('refuses --%s, which has no effect, and names it', (flag, value) => {
    expect(() => requireEffect({ [flag]: value, stage: 'dev' }, known)).toThrow(`--${flag} has no effect`)
  })

  test('accepts flags that it supports, flags without a change, and absent flags', () => {
    const options = {
      httpPort: '3001',
      host: '127.0.0.1',
      noPrependStageInUrl: true,
      noAuth: false,
      stage: 'dev',
    }

    expect(() => requireEffect(options, known)).not.toThrow()
  })
})
