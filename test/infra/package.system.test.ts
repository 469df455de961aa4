import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadEndpoints, queueFunctionName } from '../../infra/generation/endpoints.ts'
import type { Profile } from '../../src/platform/http/access-level.ts'
import { functionProfile } from '../../src/platform/http/spec-rules.ts'
import { doNotBundle, packageProject } from './packaged-project.ts'
import { queueNames, queueSpec, type WorkerProfile } from '../../src/platform/events/queues.ts'
import { copyProject } from '../support/copy.ts'

interface Resource {
  Type: string
  Condition?: string
  // each test knows the shape of the properties that it reads
  // oxlint-disable-next-line no-explicit-any
  Properties: any
}

const run = promisify(execFile)
const { folder: copy, remove } = copyProject()
const templateFile = join(copy, '.serverless/cloudformation-template-update-stack.json')
const endpoints = await loadEndpoints()
/** Functions of endpoints; one may serve several. */
const functionNames = new Set(endpoints.map(({ functionName }) => functionName))
const queues = queueNames.map((name) => ({ name: queueFunctionName(name), spec: queueSpec(name) }))
let resources: Record<string, Resource>

beforeAll(async () => {
  doNotBundle(copy)
  await packageProject(copy)
  resources = (JSON.parse(readFileSync(templateFile, 'utf8')) as { Resources: typeof resources }).Resources
})

afterAll(remove)

/**
 * Returns true if a resource also exists without the copies of history, which a setting adds
 * (infra/template/audit-lock.yml).
 */
const isEverywhere = (name: string) => resources[name]?.Condition !== 'HasAuditLock'

const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type)

/** Returns the functions of the template by name, without the stack's prefix. */
const functions = () =>
  new Map(
    ofType('AWS::Lambda::Function').map(([, { Properties }]) => [
      Properties.FunctionName.replace('enterprise-platform-dev-', '') as string,
      Properties,
    ]),
  )

const roleOf = (name: string): string => functions().get(name).Role['Fn::Sub']

const variablesOf = (name: string) => Object.keys(functions().get(name).Environment.Variables).sort()

/** Returns all permissions of a role, as `action resource`. */
const permissionsOf = (role: string): string[] => {
  const policies = [
    ...(resources[role]?.Properties.Policies ?? []),
    { PolicyDocument: resources['FunctionPolicy']?.Properties.PolicyDocument },
  ]
  return policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().map((action: string) => `${action} ${JSON.stringify(Resource)}`),
    )
}

describe('the packaged template', () => {
  test('contains one resource per function of endpoints, and at most 460 of the 500 resources of a stack', () => {
    const total = Object.keys(resources).filter(isEverywhere).length
    const fixed = total - functionNames.size - 4 * queues.length
    process.stdout.write(
      `${total} resources: ${fixed} for all, 1 for each of ${functionNames.size} functions of endpoints, 4 for each ` +
        `of ${queues.length} queues\n`,
    )

    const made = ofType('AWS::Lambda::Function').map(([name]) => name)
    expect(made.filter(isEverywhere)).toHaveLength(functionNames.size + queues.length + 4)
    expect(fixed).toBeLessThanOrEqual(105)
    expect(total).toBeLessThanOrEqual(460)
  })

  test("stays below CloudFormation's limit of 1 MB as written", () => {
    const bytes = statSync(templateFile).size

    expect(bytes).toBeLessThan(900_000)
  })

  test("contains fewer dynamic references than CloudFormation's limit of 60", () => {
    const references = readFileSync(templateFile, 'utf8').match(/\{\{resolve:/g) ?? []

    expect(references.length).toBeLessThanOrEqual(50)
  })

  test('refuses a deployment without the public keys of tokens', () => {
    const { Rules } = JSON.parse(readFileSync(templateFile, 'utf8')) as {
      Rules: Record<string, { Assertions: { Assert: unknown }[] }>
    }

    expect(Rules['PublicKeysAreGiven']?.Assertions.map(({ Assert }) => Assert)).toEqual(
      ['SessionPublicKeys', 'WopiPublicKeys'].map((id) => ({
        'Fn::Not': [{ 'Fn::Equals': [{ Ref: id }, ''] }],
      })),
    )
  })

  test('refers to one artifact per function', () => {
    const keys = [...functions().values()].map(({ Code }) => Code.S3Key)
    const handlers = new Set([...functions().values()].map(({ Handler }) => Handler as string))

    for (const name of functions().keys())
      expect(existsSync(join(copy, '.serverless', `${name}.zip`)), name).toBe(true)
    for (const key of keys)
      expect(key).toMatch(/^serverless\/enterprise-platform\/dev\/code\/[0-9a-f]{64}\.zip$/)
    expect(new Set(keys).size).toBe(functions().size)
    expect(handlers).toEqual(new Set(['index.handler']))
  })

  test('passes cfn-lint', async ({ skip }) => {
    const outcome = await run('cfn-lint', [templateFile]).catch(
      (error: NodeJS.ErrnoException & { stdout?: string }) => error,
    )

    if ('code' in outcome && outcome.code === 'ENOENT')
      return skip('cfn-lint is not installed on this machine')
    expect(outcome.stdout).toBe('')
  })
})

describe('the functions', () => {
  const roles: Record<Profile, string> = {
    none: '${NoneRole.Arn}',
    reader: '${ReaderRole.Arn}',
    viewer: '${ViewerRole.Arn}',
    writer: '${WriterRole.Arn}',
    login: '${LoginRole.Arn}',
    files: '${FilesRole.Arn}',
    wopi: '${WopiRole.Arn}',
    chats: '${ChatsRole.Arn}',
  }

  const workerRoles: Record<WorkerProfile, string> = {
    worker: '${WorkerRole.Arn}',
    fileworker: '${FileworkerRole.Arn}',
    chats: roles.chats,
    scanner: '${ScannerRole.Arn}',
  }

  test('use the role of their profile', () => {
    for (const { functionName, spec } of endpoints)
      expect(roleOf(functionName), functionName).toBe(roles[functionProfile(spec)])
    for (const { name, spec } of queues)
      expect(roleOf(name), name).toBe(workerRoles[spec.profile ?? 'worker'])
    expect(roleOf('dispatcher')).toBe('${DispatcherRole.Arn}')
    expect(roleOf('recorder')).toBe('${RecorderRole.Arn}')
    expect(roleOf('audit-lock')).toBe('${AuditLockRole.Arn}')
    expect(roleOf('unrouted')).toBe('${NoneRole.Arn}')
  })

  test('get only the settings that they need', () => {
    const having = (variable: string) =>
      [...functions().keys()]
        .filter((name) => variablesOf(name).some((each) => each.startsWith(variable)))
        .sort()
    const served = (keep: (endpoint: (typeof endpoints)[number]) => boolean) => [
      ...new Set(endpoints.filter(keep).map(({ functionName }) => functionName)),
    ]
    const ofHistory = ['audit-lock', 'recorder']
    const background = [...ofHistory, 'dispatcher', 'scheduler', ...queues.map(({ name }) => name)]

    expect(having('SESSION_SECRET_ID')).toEqual(served(({ spec }) => spec.profile === 'login').sort())
    expect(having('WOPI_SECRET_ID')).toEqual(served(({ spec }) => spec.profile === 'wopi').sort())
    expect(having('WOPI_PUBLIC_KEYS')).toEqual(
      served(({ spec }) => spec.rawProtocol === true && spec.path.startsWith('/wopi/')).sort(),
    )
    expect(having('SESSION_PUBLIC_KEYS')).toEqual(served(({ spec }) => spec.access !== 'public').sort())
    const running = queues.filter(({ spec }) => spec.invokesEndpoints).map(({ name }) => name)
    const listing = served(
      ({ spec }) => spec.invokesEndpoints === true || 'cursor' in (spec.query?.shape ?? {}),
    )
    expect(having('CURSOR_SECRET_ID')).toEqual([...running, ...listing].sort())
    const sending = queues.filter(({ spec }) => spec.sendsWebhooks).map(({ name }) => name)
    const sealing = ['webhooks-create-webhook', 'webhooks-replace-secret']
    expect(having('WEBHOOK_SECRET_ID')).toEqual([...sending, ...sealing].sort())
    const asking = queues.filter(({ spec }) => spec.asksModels).map(({ name }) => name)
    expect(having('MODEL_KEYS_SECRET')).toEqual(
      [...asking, ...served(({ spec }) => spec.profile === 'chats')].sort(),
    )
    expect(having('TABLE_NAME')).toEqual(
      [...background, ...served(({ spec }) => functionProfile(spec) !== 'none')].sort(),
    )
    expect(having('BUCKET_NAME')).toEqual(
      [
        ...queues
          .filter(({ spec }) => ['fileworker', 'chats'].includes(spec.profile ?? 'worker'))
          .map(({ name }) => name),
        ...served(({ spec }) => ['viewer', 'files', 'wopi', 'chats'].includes(functionProfile(spec))),
      ].sort(),
    )
    expect(having('PICTURE_ORIGIN')).toEqual(['pages-read-page'])
    expect(having('AUDIT_LOCK_BUCKET')).toEqual(['audit-lock'])
    expect(having('HISTORY_DAYS')).toEqual([
      'audit-lock',
      'chats-undo-message',
      'history-list-audit',
      'queue-replies',
      'recorder',
      'undo-undo-change',
    ])
    const isOther = (name: string) => !ofHistory.includes(name)
    expect(having('QUEUE_URL_PREFIX')).toEqual(
      [...background.filter(isOther), 'overview-read-overview'].sort(),
    )
    expect(having('PUBLIC_URL')).toEqual([...functions().keys()].filter(isOther).sort())
  })

  test('contain no secrets, only their locations', () => {
    const variables: Record<string, unknown> = Object.assign(
      {},
      ...[...functions().values()].map(({ Environment }) => Environment.Variables),
    )

    for (const kind of ['SESSION', 'WOPI', 'CURSOR'])
      expect(variables[`${kind}_SECRET_ID`]).toEqual({
        'Fn::Sub': `\${AWS::StackName}/${kind.toLowerCase()}-keys`,
      })
    expect(variables['SESSION_PUBLIC_KEYS']).toEqual({ Ref: 'SessionPublicKeys' })
    expect(variables['WOPI_PUBLIC_KEYS']).toEqual({ Ref: 'WopiPublicKeys' })
  })
})

describe('the roles', () => {
  test('for functions number at most thirteen, and none allows everything everywhere', () => {
    const names = ofType('AWS::IAM::Role').map(([name]) => name)
    const byLambda = names.filter((name) =>
      JSON.stringify(resources[name]?.Properties.AssumeRolePolicyDocument).includes('"lambda.amazonaws.com"'),
    )

    expect(byLambda.filter(isEverywhere).length).toBeLessThanOrEqual(13)
    const permissions = names.flatMap(permissionsOf)
    expect(permissions.filter((permission) => /^\S*\*/.test(permission))).toEqual([])
    // X-Ray has no narrower resource
    expect(
      permissions.filter((permission) => permission.endsWith(' "*"') && !permission.startsWith('xray:')),
    ).toEqual([])
  })

  const holders = (pattern: RegExp) =>
    ofType('AWS::IAM::Role')
      .map(([name]) => name)
      .filter((name) => permissionsOf(name).some((permission) => pattern.test(permission)))
      .sort()

  test.each([
    ['signs access tokens', /^secretsmanager:.*session-keys/, ['LoginRole']],
    ['signs tokens for the editor', /^secretsmanager:.*wopi-keys/, ['WopiRole']],
    ['reads the keys of models', /^secretsmanager:.*model-keys/, ['ChatsRole']],
    ['asks models', /^bedrock:/, []],
    ['reads the keys of cursors', /^secretsmanager:.*cursor-keys/, []],
    ['reads the key of webhooks', /^secretsmanager:.*webhook-keys/, []],
    ['reads a secret', /^secretsmanager:/, ['ChatsRole', 'LoginRole', 'WopiRole']],
    [
      'reads and stores files, or copies of history',
      /^s3:(Get|Put)/,
      [
        'AuditLockRole',
        'ChatsRole',
        'FilesRole',
        'FileworkerRole',
        'ViewerRole',
        'WopiRole',
        'WopiServerRole',
      ],
    ],
    ['removes objects', /^s3:Delete/, ['FileworkerRole']],
    [
      'reads the table',
      /^dynamodb:Query/,
      [
        'AuditLockRole',
        'ChatsRole',
        'DispatcherRole',
        'FilesRole',
        'FileworkerRole',
        'LoginRole',
        'ReaderRole',
        'RecorderRole',
        'ScannerRole',
        'ViewerRole',
        'WopiRole',
        'WopiServerRole',
        'WorkerRole',
        'WriterRole',
      ],
    ],
    [
      'writes the table',
      /^dynamodb:(Put|Update|Delete|BatchWrite)/,
      [
        'ChatsRole',
        'DispatcherRole',
        'FilesRole',
        'FileworkerRole',
        'LoginRole',
        'ReaderRole',
        'RecorderRole',
        'ScannerRole',
        'ViewerRole',
        'WopiRole',
        'WopiServerRole',
        'WorkerRole',
        'WriterRole',
      ],
    ],
    ['reads the stream', /^dynamodb:GetRecords/, ['DispatcherRole', 'RecorderRole']],
    [
      'sends messages',
      /^sqs:Send/,
      ['ChatsRole', 'DispatcherRole', 'FileworkerRole', 'RecorderRole', 'ScannerRole', 'WorkerRole'],
    ],
    ['receives messages', /^sqs:Receive/, ['ChatsRole', 'FileworkerRole', 'ScannerRole', 'WorkerRole']],
    ['calls functions', /^lambda:/, ['ApiRole']],
  ])('allow only the listed roles an action: %s', (_, pattern, names) => {
    expect(holders(pattern)).toEqual(names)
  })
})
