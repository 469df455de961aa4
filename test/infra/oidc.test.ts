import { describe, expect, test } from 'vitest'
import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { requireOidcProviders } from '../../infra/functions/oidc.ts'
import { settingDocuments } from '../../infra/functions/setting-documents.ts'
import { secretIds } from '../../infra/secrets/stack-secrets.ts'
import { parseOidcProviders } from '../../src/auth/oidc/provider.ts'

const given = (fields: object) =>
  JSON.stringify([
    {
      name: 'company',
      issuer: 'https://id.example.com',
      client_id: 'platform',
      redirect_uris: ['https://intra.example.com/signed-in'],
      ...fields,
    },
  ])

describe('the setting OIDC_PROVIDERS', () => {
  test('fills in minimal defaults', () => {
    expect(parseOidcProviders(given({}))).toEqual([
      expect.objectContaining({ create: false, trust_email: false, role_claim: null }),
    ])
  })

  test.each([
    ['no JSON', '[', /is not JSON/],
    ['an issuer that can be overheard', given({ issuer: 'http://id.example.com' }), /issuer/],
    ['an issuer that only looks local', given({ issuer: 'http://127.0.0.1.example.com' }), /issuer/],
    [
      'a client that can be overheard',
      given({ redirect_uris: ['http://intra.example.com/'] }),
      /redirect_uris/,
    ],
    ['a name that is a path', given({ name: '../session-keys' }), /name/],
    [
      'trust in the addresses of an issuer of many tenants',
      given({ issuer: 'https://accounts.google.com', trust_email: true }),
      /trust_email/,
    ],
    ['all tenants', given({ issuer: 'https://login.microsoftonline.com/common/v2.0' }), /issuer.*one tenant/],
    [
      'two providers of one name',
      `[${given({}).slice(1, -1)},${given({ issuer: 'https://b.example.com' }).slice(1, -1)}]`,
      /name twice/,
    ],
  ])('rejects an invalid value: %s', (_, text, message) => {
    expect(() => parseOidcProviders(text)).toThrow(message)
  })

  test('accepts plain http for this machine, but not for a deployment', () => {
    const local = given({ issuer: 'http://127.0.0.1:3100' })

    expect(parseOidcProviders(local)).toHaveLength(1)
    expect(() => requireOidcProviders(local)).toThrow('all addresses of "company" must be https')
    expect(() => requireOidcProviders(given({ issuer: 'https://10.1.2.3' }))).toThrow(
      'must have a public host',
    )
  })

  test('names the client secrets that outlive a stack in addition to its keys', () => {
    const ids = secretIds('stack', parseOidcProviders(given({})))

    expect(ids).toEqual([
      ...['session', 'wopi', 'cursor', 'webhook', 'origin', 'model'].map((kind) => `stack/${kind}-keys`),
      'stack/oidc-company',
    ])
  })

  test('gives client secrets only to functions whose spec asks for them, regardless of shared roles', async () => {
    const texts = { models: '[]', 'group-limits': '{}', 'oidc-providers': '[]' }
    const { SettingsPolicy } = (await settingDocuments(texts)).Resources

    const names = SettingsPolicy.Properties.PolicyDocument.Statement.filter(
      ({ Action }) => Action === 'secretsmanager:GetSecretValue',
    )
      .flatMap(({ Condition }) => Condition.ArnEquals['lambda:SourceFunctionArn'])
      .map((arn) => arn['Fn::Sub'].split('${AWS::StackName}-')[1])
    const proving = (await loadEndpoints()).filter(({ spec }) => spec.oidc === 'secrets')
    expect(names).toEqual(proving.map(({ name }) => name))
  })
})
