import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { api } from '../../infra/api.ts'
import { functions } from '../../infra/functions.ts'
import { hashesOf, newOriginSecrets, originRotation, type OriginSecrets } from '../../infra/origin-secrets.ts'
import { propertiesOf, templateFile } from '../../infra/template.ts'

interface Distribution {
  DistributionConfig: {
    DefaultCacheBehavior: {
      FunctionAssociations: [{ EventType: string; FunctionARN: { 'Fn::GetAtt': [string, string] } }]
    }
    CustomErrorResponses: object[]
    Origins: { OriginCustomHeaders: object[] }[]
  }
}

const front = templateFile('domain.yml')
const { Parameters, Rules } = templateFile('settings.yml')
const { DistributionConfig: distribution } = propertiesOf<Distribution>(front, 'Distribution')

describe('the distribution', () => {
  test('tells the origin the address of the viewer, replacing what the viewer has sent', () => {
    const [{ EventType, FunctionARN }] = distribution.DefaultCacheBehavior.FunctionAssociations
    const [id] = FunctionARN['Fn::GetAtt']
    const { FunctionCode } = propertiesOf<{ FunctionCode: string }>(front, id)
    const headers = { 'x-viewer-address': { value: 'forged' }, authorization: { value: 'Bearer x' } }
    const event = { request: { headers }, viewer: { ip: '2001:db8::1' } }

    const request: unknown = runInNewContext(`${FunctionCode}; handler(event)`, { event })

    expect(EventType).toBe('viewer-request')
    expect(front.Resources[id]?.Condition).toBe('HasDistribution')
    expect(request).toEqual({
      headers: { 'x-viewer-address': { value: '2001:db8::1' }, authorization: { value: 'Bearer x' } },
    })
  })

  test('passes on all headers but the host, and caches no answer', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', // CachingDisabled
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac', // AllViewerExceptHostHeader
    })
    // the errors that CloudFront keeps by itself (CloudFront, "HTTP 4xx and 5xx status codes that CloudFront caches")
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    )
  })

  test('sends a secret that is nowhere in the template', () => {
    expect(distribution.Origins[0]?.OriginCustomHeaders).toEqual([
      {
        HeaderName: 'X-Origin-Secret',
        HeaderValue: {
          'Fn::Sub':
            '{{resolve:secretsmanager:${AWS::StackName}/origin-keys:SecretString:${OriginSecretId}}}',
        },
      },
    ])
  })

  test('is refused beside an own domain, and without hashes', () => {
    expect(Rules['OneFront']).toMatchObject({
      RuleCondition: { 'Fn::Equals': [{ Ref: 'WithDistribution' }, 'yes'] },
      Assertions: [
        { Assert: { 'Fn::Equals': [{ Ref: 'Domain' }, ''] } },
        { Assert: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'OriginSecretHashes' }, ''] }] } },
      ],
    })
  })
})

describe('the functions', () => {
  test('that the gateway calls know the hashes, and no others do', async () => {
    const all = Object.entries<object>(await functions()) as [string, { environment: object }][]
    const called = JSON.stringify((await api()).Resources.Api)
    for (const [name, { environment }] of all)
      expect('ORIGIN_SECRET_HASHES' in environment, name).toBe(called.includes(`-${name}/`))
  })

  test('know nobody to sign in as: that is for the service on a machine of one’s own', async () => {
    expect(JSON.stringify(await functions())).toContain('PUBLIC_URL')
    expect(JSON.stringify(await functions())).not.toContain('DEMO_PEOPLE')
  })
})

describe('an own domain', () => {
  test("switches the gateway's own address off, as of the stage's next change, which is at once", async () => {
    const { Api, Stage } = (await api()).Resources

    expect(Api).toMatchObject({
      Properties: { DisableExecuteApiEndpoint: { 'Fn::If': ['HasDomain', true, false] } },
    })
    expect(Stage).toMatchObject({
      Properties: {
        Description: { 'Fn::If': ['HasDomain', 'At the own domain alone', 'At the address of the gateway'] },
      },
    })
    expect(front.Outputs['GatewayUrl']?.Condition).toBe('HasNoDomain')
  })
})

describe('the rotation of the secret', () => {
  const before = newOriginSecrets()
  const announced = originRotation.announce(before)
  const sending = originRotation.send(announced)
  const retired = originRotation.retire(sending)
  const sent = (secrets: OriginSecrets) => hashesOf({ current: 'x', x: secrets[secrets.current] as string })

  test('refuses no request: the next secret is known before it is sent, and the last one until it is retired', () => {
    expect([before, announced, sending, retired].map((secrets) => secrets.current)).toEqual([
      before.current,
      before.current,
      sending.current,
      sending.current,
    ])
    expect(hashesOf(announced).split(',')).toEqual([sent(before), sent(sending)])
    expect(hashesOf(sending).split(',')).toEqual([sent(before), sent(sending)])
    expect(hashesOf(retired)).toBe(sent(sending))
  })

  test('is not taken further without an announcement', () => {
    expect(() => originRotation.send(before)).toThrow('There is no next secret')
    expect(() => originRotation.send(retired)).toThrow('There is no next secret')
  })

  test('may take a step twice', () => {
    expect(originRotation.retire(retired)).toEqual(retired)
    expect(originRotation.announce(announced).current).toBe(announced.current)
  })

  test.each([before, announced, sending, retired])('has hashes that the parameter takes: %o', (secrets) => {
    const pattern = new RegExp(`^${Parameters['OriginSecretHashes']?.AllowedPattern}$`)
    expect(hashesOf(secrets)).toMatch(pattern)
    expect('').toMatch(pattern)
  })
})
