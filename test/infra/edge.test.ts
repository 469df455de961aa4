import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { api } from '../../infra/gateway/api.ts'
import { templateEvaluator } from '../../infra/deployment/evaluation.ts'
import { keptDefaults } from '../../infra/deployment/parameters.ts'
import { functions } from '../../infra/functions/functions.ts'
import {
  hashOriginSecrets,
  newOriginSecrets,
  originRotation,
  type OriginSecrets,
} from '../../infra/secrets/origin-secrets.ts'
import { publicUrlEnv } from '../../infra/functions/setting-variables.ts'
import { resourceProperties, templateFile } from '../../infra/template/template.ts'
import { brokenRules } from '../support/template-rules.ts'

interface Distribution {
  DistributionConfig: {
    DefaultCacheBehavior: {
      FunctionAssociations: [{ EventType: string; FunctionARN: { 'Fn::GetAtt': [string, string] } }]
    }
    Aliases: object
    ViewerCertificate: object
    CustomErrorResponses: object[]
    Origins: { OriginCustomHeaders: object[] }[]
  }
}

const front = templateFile('domain.yml')
const settings = templateFile('settings.yml')
const { DistributionConfig: distribution } = resourceProperties<Distribution>(front, 'Distribution')

/** Replaces parameters in `Fn::Sub`, which the evaluator refuses because it may refer to resources. */
const unsubstituted = (value: unknown, values: Record<string, string>): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/\{"Fn::Sub":("[^"]*")\}/g, (_, text: string) =>
      text.replaceAll(/\$\{(\w+)\}/g, (reference, id: string) => values[id] ?? reference),
    ),
  )

describe('the distribution', () => {
  test("forwards the viewer's address to the origin, overwriting a header from the viewer", () => {
    const [{ EventType, FunctionARN }] = distribution.DefaultCacheBehavior.FunctionAssociations
    const [id] = FunctionARN['Fn::GetAtt']
    const { FunctionCode } = resourceProperties<{ FunctionCode: string }>(front, id)
    const headers = { 'x-viewer-address': { value: 'forged' }, authorization: { value: 'Bearer x' } }
    const event = { request: { headers }, viewer: { ip: '2001:db8::1' } }

    const request: unknown = runInNewContext(`${FunctionCode}; handler(event)`, { event })

    expect(EventType).toBe('viewer-request')
    expect(front.Resources[id]?.Condition).toBe('HasDistribution')
    expect(request).toEqual({
      headers: { 'x-viewer-address': { value: '2001:db8::1' }, authorization: { value: 'Bearer x' } },
    })
  })

  test('forwards all headers except the host, and caches no response', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', // CachingDisabled
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac', // AllViewerExceptHostHeader
    })
    // the errors that CloudFront caches by itself (CloudFront, "HTTP 4xx and 5xx status codes that CloudFront caches")
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    )
  })

  test('sends a secret that the template does not contain', () => {
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

  test('refuses TLS before 1.2 on its own domain', () => {
    const evaluated = (values: object) =>
      templateEvaluator(settings, { WithDistribution: 'yes', ...values }).evaluate(named)
    const named = [distribution.Aliases, distribution.ViewerCertificate]

    expect(evaluated({ DistributionDomain: 'a.example', DistributionCertificateArn: 'arn:c' })).toEqual([
      ['a.example'],
      { AcmCertificateArn: 'arn:c', MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    ])
    expect(evaluated({})).toEqual([])
  })

  test('accepts certificates from us-east-1 only', () => {
    const pattern = new RegExp(`^${settings.Parameters['DistributionCertificateArn']?.AllowedPattern}$`)

    expect('arn:aws:acm:us-east-1:123456789012:certificate/1').toMatch(pattern)
    expect('arn:aws:acm:eu-central-1:123456789012:certificate/1').not.toMatch(pattern)
  })
})

describe('the URL of the service', () => {
  test.each([
    ['https://given.example', { PublicUrl: 'https://given.example', Domain: 'a.example' }],
    ['https://a.example', { Domain: 'a.example' }],
    ['https://b.example', { WithDistribution: 'yes', DistributionDomain: 'b.example' }],
    ['https://${Distribution.DomainName}', { WithDistribution: 'yes' }],
    ['https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live', { DistributionDomain: 'b.example' }],
  ])('evaluates to %s', (url, values) => {
    const { evaluate } = templateEvaluator(settings, values)

    expect(evaluate(unsubstituted(publicUrlEnv['PUBLIC_URL'], values))).toBe(url)
  })
})

describe('a deployment', () => {
  const named = {
    'distribution-domain': 'a.example',
    'distribution-certificate-arn': 'arn:aws:acm:us-east-1:1:c',
  }
  const behind = { 'with-distribution': 'yes' }
  const zones = { 'wopi-server-zone-a': 'apne2-az2', 'wopi-server-zone-b': 'apne2-az3' }
  const saving = { ...behind, 'wopi-server': 'yes' }
  const refusals = (given: object, region = 'eu-central-1') =>
    brokenRules({ ...keptDefaults(), ...given }, region).join('\n')

  test.each([
    ['a domain without a certificate', { domain: 'a.example' }, 'domain needs certificate-arn'],
    [
      'a domain beside a distribution',
      { ...behind, domain: 'a.example', 'certificate-arn': 'c' },
      'exclude each other',
    ],
    ['a name without a distribution', named, 'need with-distribution=yes'],
    [
      'a name without a certificate',
      { ...behind, 'distribution-domain': 'a.example' },
      'a certificate in us-east-1',
    ],
    [
      'a certificate without a name',
      { ...behind, 'distribution-certificate-arn': 'arn:aws:acm:us-east-1:1:c' },
      'distribution-certificate-arn needs distribution-domain',
    ],
    [
      'a server without a distribution',
      { 'wopi-server': 'yes' },
      'wopi-server=yes needs with-distribution=yes',
    ],
    ['one zone', { ...saving, 'wopi-server-zone-b': 'euc1-az1' }, 'need each other'],
    [
      'the same zone twice',
      { ...saving, 'wopi-server-zone-a': 'euc1-az1', 'wopi-server-zone-b': 'euc1-az1' },
      'must differ',
    ],
    ['mail of no identity', { 'mail-from': 'a@a.example' }, 'mail-from needs mail-identity'],
    [
      'locked copies of too short a history',
      { 'audit-lock': 'governance', 'history-days': '6' },
      '7 or more',
    ],
  ])('refuses %s', (_, given, sentence) => {
    expect(refusals(given)).toContain(sentence)
  })

  test('refuses a server without chosen zones in a region with a zone without VPC origins', () => {
    expect(refusals(saving, 'ap-northeast-2')).toContain(
      'wopi-server-zone-a and wopi-server-zone-b in this region',
    )
    expect(refusals({ ...saving, ...zones }, 'ap-northeast-2')).toBe('')
  })

  test.each(['use1-az3', 'apne2-az1', 'euc1-1'])('refuses zone %s', (zone) => {
    for (const id of ['WopiServerZoneA', 'WopiServerZoneB'])
      expect(zone).not.toMatch(new RegExp(`^(?:${settings.Parameters[id]?.AllowedPattern})$`))
  })

  test.each([
    [{}],
    [behind],
    [{ ...behind, ...named }],
    [{ ...saving, ...named }],
    [{ domain: 'a.example', 'certificate-arn': 'arn:c', 'hosted-zone-id': 'Z1' }],
  ])('accepts %j', (given) => {
    expect(refusals(given)).toBe('')
  })
})

describe('the functions', () => {
  test("know the secret's hashes only if the gateway calls them", async () => {
    const all = Object.entries<object>(await functions()) as [string, { environment: object }][]
    const called = JSON.stringify((await api()).Resources.Api)
    for (const [name, { environment }] of all)
      expect('ORIGIN_SECRET_HASHES' in environment, name).toBe(called.includes(`-${name}/`))
  })

  test('contain no demo accounts, which exist only in the local service', async () => {
    expect(JSON.stringify(await functions())).toContain('PUBLIC_URL')
    expect(JSON.stringify(await functions())).not.toContain('DEMO_PEOPLE')
  })

  test('may not call receivers on their own machine, which only the local service may', async () => {
    expect(JSON.stringify(await functions())).not.toContain('WEBHOOK_LOOPBACK')
  })
})

describe('a custom domain', () => {
  test("disables the gateway's own address together with a change of the stage, which applies it at once", async () => {
    const { Api, Stage } = (await api()).Resources

    expect(Api).toMatchObject({
      Properties: {
        SecurityPolicy: 'TLS_1_2',
        DisableExecuteApiEndpoint: { 'Fn::If': ['HasDomain', true, false] },
      },
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
  const sent = (secrets: OriginSecrets) =>
    hashOriginSecrets({ current: 'x', x: secrets[secrets.current] as string })

  test('refuses no request: the functions know each secret before it is sent and until it is retired', () => {
    expect([before, announced, sending, retired].map((secrets) => secrets.current)).toEqual([
      before.current,
      before.current,
      sending.current,
      sending.current,
    ])
    expect(hashOriginSecrets(announced).split(',')).toEqual([sent(before), sent(sending)])
    expect(hashOriginSecrets(sending).split(',')).toEqual([sent(before), sent(sending)])
    expect(hashOriginSecrets(retired)).toBe(sent(sending))
  })

  test('cannot continue without an announcement', () => {
    expect(() => originRotation.send(before)).toThrow('The next secret is missing')
    expect(() => originRotation.send(retired)).toThrow('The next secret is missing')
  })

  test('can repeat a step', () => {
    expect(originRotation.retire(retired)).toEqual(retired)
    expect(originRotation.announce(announced).current).toBe(announced.current)
  })

  test.each([before, announced, sending, retired])(
    'returns hashes that the parameter accepts: %o',
    (secrets) => {
      const pattern = new RegExp(`^${settings.Parameters['OriginSecretHashes']?.AllowedPattern}$`)
      expect(hashOriginSecrets(secrets)).toMatch(pattern)
      expect('').toMatch(pattern)
    },
  )
})
