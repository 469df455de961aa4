import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { preflight } from '../../infra/deployment/preflight.ts'
import { startAccount } from '../support/aws-account.ts'

const stack = 'enterprise-platform-prod'
const mail = { 'mail-from': 'Platform <no-reply@example.com>', 'mail-identity': 'example.com' }
const verified = { VerifiedForSendingStatus: true }
const said = { output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } }, stopReason: 'end_turn' }
const answers: [number, object] = [
  200,
  { ...said, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } },
]

let account: Awaited<ReturnType<typeof startAccount>>

beforeEach(async () => {
  account = await startAccount()
  account.gatewayRole = 'arn:aws:iam::123456789012:role/logs'
  for (const name of ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_SESV2']) vi.stubEnv(name, account.endpoint)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    account.stop()
  })
})

/** Returns the lines of a preflight with these settings, both if it refuses and if it passes. */
const linesOf = async (next: Record<string, string>, confirmed: string[] = [], reserving = 4) => {
  try {
    return await preflight({ region: 'eu-central-1', stack, next, reserving }, confirmed)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const withModel = (model: string, more = {}) => {
  const size = { context_window: 16_000, max_output_tokens: 1_000 }
  const entry = {
    id: 'cloud',
    name: 'Cloud',
    provider: 'bedrock',
    base_url: account.endpoint,
    model,
    ...size,
  }
  return { models: JSON.stringify([{ ...entry, ...more }]) }
}

const refusal = (...lines: string[]) => [
  'The account is not ready for this deployment, and nothing was changed:',
  ...lines.map((line) => expect.stringContaining(line) as string),
]

describe('a ready account', () => {
  test('passes without output after one call of each model', async () => {
    account.identities['example.com'] = verified
    account.models['eu.example.large-v1:0'] = answers
    account.models['amazon.titan-embed-text-v2:0'] = [200, { embedding: [1], inputTextTokenCount: 1 }]
    const models = withModel('eu.example.large-v1:0', { embedding_model: 'amazon.titan-embed-text-v2:0' })

    expect(
      await linesOf({ ...mail, ...models, 'wopi-server': 'yes', 'reserved-concurrency': '100' }),
    ).toEqual([])
    expect(account.calls.filter((call) => call.startsWith('bedrock:')).sort()).toEqual([
      'bedrock:GetFoundationModelAvailability amazon.titan-embed-text-v2:0',
      'bedrock:GetFoundationModelAvailability example.large-v1:0',
      'bedrock:InvokeModel amazon.titan-embed-text-v2:0',
      'bedrock:InvokeModel eu.example.large-v1:0',
    ])
  })

  test('needs nothing that the settings do not use', async () => {
    expect(await linesOf({ 'with-gateway-logs-role': 'yes' })).toEqual([])
    expect(account.calls).toEqual(['lambda:GetAccountSettings'])
  })
})

describe('a new account', () => {
  test('gets all missing points in one refusal', async () => {
    account.gatewayRole = ''
    account.concurrency = 10
    account.linkedRoles = []
    account.mail.ProductionAccessEnabled = false

    expect(await linesOf({ ...mail, 'wopi-server': 'yes' })).toEqual(
      refusal(
        'with-gateway-logs-role=yes',
        'at most 10 functions at once',
        '--aws-service-name ecs.amazonaws.com',
        '--aws-service-name elasticloadbalancing.amazonaws.com',
        'has no identity example.com',
        'sandbox',
      ),
    )
  })

  test.each([
    ['concurrency', 'Lambda runs at most 10'],
    ['ses-sandbox', 'The account is in the sandbox'],
    ['models', 'The model example.large-v1:0 refuses calls.'],
  ])('passes with --confirm=%s, point by point', async (confirm, line) => {
    account.concurrency = 10
    account.mail.ProductionAccessEnabled = false
    account.identities['example.com'] = verified
    const next = { ...mail, ...withModel('example.large-v1:0') }
    const all = ['concurrency', 'ses-sandbox', 'models']

    const [title, ...others] = await linesOf(next, [confirm])
    const accepted = await linesOf(next, all)

    expect([title, others.length]).toEqual([refusal()[0], 2])
    expect(others.join()).not.toContain(line)
    expect(accepted).toHaveLength(3)
    expect(accepted).toContainEqual(expect.stringContaining(`Accepted: ${line}`))
  })

  test('cannot reserve concurrency above its limit', async () => {
    expect(await linesOf({ 'reserved-concurrency': '250' })).toEqual(refusal('takes 1000 of 1000'))
  })
})

describe('the sender of emails', () => {
  test.each<[string, Record<string, string>, Record<string, object>, string]>([
    [
      'belongs to another domain',
      { ...mail, 'mail-identity': 'ample.com' },
      { 'ample.com': verified },
      'not belong',
    ],
    [
      'has another address than the identity',
      { ...mail, 'mail-identity': 'a@example.com' },
      { 'a@example.com': verified },
      'not belong',
    ],
    [
      'is not verified',
      mail,
      { 'example.com': { VerifiedForSendingStatus: false } },
      'has not verified the identity',
    ],
    [
      'receives mail for an unknown domain',
      { 'mail-inbound': 'in.example.com' },
      {},
      'has no identity in.example.com',
    ],
    [
      'loses all mail without an MX record',
      mail,
      {
        'example.com': {
          ...verified,
          MailFromAttributes: {
            MailFromDomain: 'bounce.example.com',
            MailFromDomainStatus: 'FAILED',
            BehaviorOnMxFailure: 'REJECT_MESSAGE',
          },
        },
      },
      'the MX record of bounce.example.com',
    ],
  ])('fails the preflight if it %s', async (_, next, identities, line) => {
    account.identities = identities

    expect(await linesOf(next)).toEqual(refusal(line))
  })

  test('may be a subdomain of the identity, in any case', async () => {
    account.identities['Example.com'] = verified

    expect(await linesOf({ 'mail-from': 'A@mail.example.COM', 'mail-identity': 'Example.com' })).toEqual([])
  })

  test('fails the preflight while SES has paused the account', async () => {
    account.identities['example.com'] = verified
    account.mail.SendingEnabled = false

    expect(await linesOf(mail)).toEqual(refusal('has paused'))
  })
})

describe('a Bedrock model', () => {
  test.each([
    [
      403,
      'Model access is denied due to IAM user or service role is not authorized to perform the required AWS ' +
        'Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe) to enable access.',
      'aws-marketplace:Subscribe',
    ],
    [
      403,
      'Model access is denied due to INVALID_PAYMENT_INSTRUMENT: A valid payment instrument must be provided.',
      'payment method',
    ],
    [404, 'Model use case details have not been submitted for this account.', 'use case details'],
    [403, "You don't have access to the model with the specified model ID.", 'no access'],
    [400, 'Invocation of model ID x with on-demand throughput isn’t supported.', 'inference profile'],
    [400, 'The provided model identifier is invalid.', 'no model of this ID'],
  ])('fails the preflight with status %i and its cause: %s', async (status, message, cause) => {
    account.models['example.large-v1:0'] = [status, { message }]

    expect(await linesOf(withModel('example.large-v1:0'))).toEqual(refusal(cause))
  })

  test('fails the preflight if it answers before its subscription fails', async () => {
    account.models['eu.example.large-v1:0'] = answers
    account.unsubscribed.push('example.large-v1:0')

    expect(await linesOf(withModel('eu.example.large-v1:0'))).toEqual(refusal('aws-marketplace:Subscribe'))
  })

  test.each([
    [403, 'User: arn:aws:iam::1:user/a is not authorized to perform: bedrock:InvokeModel on resource: x'],
    [403, 'The security token included in the request is expired'],
  ])('passes the preflight if only the command lacks the permission', async (status, message) => {
    account.models['example.large-v1:0'] = [status, { message }]

    expect(await linesOf(withModel('example.large-v1:0'))).toEqual([
      expect.stringContaining('Not checked: the model example.large-v1:0'),
    ])
  })
})
