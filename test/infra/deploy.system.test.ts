import { execFile, spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startAccount } from '../support/aws-account.ts'
import { copyProject } from '../support/copy.ts'
import { keepFunctions, leavePackagesOut, packagingEnvironment } from './packaged-project.ts'

const { folder: copy, remove } = copyProject()
afterAll(remove)

/**
 * Removes most functions except those of the document server and one worker: the deployed functions do not matter here.
 */
await keepFunctions(copy, /^src\/(health\/|files\/workers\/receive-upload|wopi\/endpoints\/\w+-contents)/)
leavePackagesOut(copy)

let account: Awaited<ReturnType<typeof startAccount>>

const openAccount = async () => {
  account = await startAccount()
  onTestFinished(() => account.stop())
}

/** Runs an operator's command against the account. Returns its exit code, its output, and its calls. */
const run = async (command: string, ...given: string[]) => {
  const before = account.calls.length
  const env = {
    ...packagingEnvironment(copy),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: account.endpoint,
    SLS_AWS_MONITORING_FREQUENCY: '10',
    WEBHOOK_LOOPBACK: process.env['WEBHOOK_LOOPBACK'],
  }
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [`infra/commands/${command}.ts`, ...given],
      { cwd: copy, env },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, text: stdout + stderr }),
    )
  })
  const calls = account.calls.slice(before)
  const uploads = calls.filter((call) => /^s3:PUT [0-9a-f]{64}\.(zip|map\.gz)$/.test(call))
  return {
    code,
    text,
    calls,
    changes: calls.filter((call) => /Create|Execute|Update|Delete|Put/.test(call)),
    uploads,
  }
}

/** True with DEPLOY=all, which runs deployments that take minutes on two cores. */
const isWhole = process.env['DEPLOY'] === 'all'

const stack = 'enterprise-platform-prod'
const first = ['--stage', 'prod', '--param=with-gateway-logs-role=yes']
const kinds = ['session', 'wopi', 'cursor', 'model', 'webhook']
const made = kinds.map((kind) => `secretsmanager:CreateSecret ${stack}/${kind}-keys`)
/** Returns the keys of all functions' code as deployed. */
const codeKeys = () =>
  Object.values(account.stacks.get(stack)?.template.Resources ?? {}).flatMap(({ Type, Properties }) =>
    Type === 'AWS::Lambda::Function' ? [(Properties as { Code: { S3Key: string } }).Code.S3Key] : [],
  )

const updated = ['CreateChangeSet UPDATE', 'ExecuteChangeSet', 'UpdateTerminationProtection true']

const parameter = (name: string) => account.stacks.get(stack)?.template.Parameters?.[name]?.Default

describe('a deployment', () => {
  beforeEach(openAccount)

  test('creates secrets and a protected stack, then applies changed settings, or nothing without changes', async () => {
    const settings = ['alarm-email=ops@example.com', 'list-shards=2', 'worker-percent=50', 'tags=owner=it']
    const begun = await run('deploy', ...first, ...settings.map((setting) => `--param=${setting}`))

    expect(begun.code, begun.text).toBe(0)
    expect(begun.changes.slice(0, made.length).sort()).toEqual([...made].sort())
    expect(begun.changes.slice(made.length).filter((call) => !call.includes('DeleteChangeSet'))).toEqual(
      ['CreateChangeSet CREATE', 'ExecuteChangeSet', ...updated, ...updated].map(
        (call) => `cloudformation:${call}`,
      ),
    )
    const { template, isProtected } = account.stacks.get(stack) ?? {}
    const session = JSON.parse(account.secrets.get(`${stack}/session-keys`) ?? '{}') as { public: string }
    expect(template?.Parameters?.['SessionPublicKeys']?.Default).toBe(session.public)
    expect(isProtected).toBe(true)
    const keys = codeKeys()
    for (const key of keys)
      expect(key).toMatch(/^serverless\/enterprise-platform\/prod\/code\/[0-9a-f]{64}\.zip$/)
    const stored = keys.flatMap((key) => [key, key.replace('.zip', '.map.gz')])
    expect(begun.uploads.sort()).toEqual(stored.map((key) => `s3:PUT ${basename(key)}`).sort())
    expect([...account.objects.keys()]).toEqual(
      expect.arrayContaining(stored.map((key) => `/deployments/${key}`)),
    )

    const upgrade = await run('deploy', '-s', 'prod', '--param=limit-jobs=4', '--param', 'alarm-email=')

    expect(upgrade.code, upgrade.text).toBe(0)
    expect(upgrade.text).toMatch(/^alarm-email: ops@example.com → \(none\)\nlimit-jobs: 3 → 4\n/)
    expect(['LimitJobs', 'AlarmEmail', 'ListShards', 'WithGatewayLogsRole'].map(parameter)).toEqual([
      '4',
      '',
      '2',
      'yes',
    ])
    expect(account.stacks.get(stack)?.tags).toContainEqual({ Key: 'owner', Value: 'it' })
    expect(account.stacks.get(stack)?.template.Outputs?.['WorkerPercent']?.Value).toBe('50')
    expect(upgrade.changes.filter((call) => !call.includes('DeleteChangeSet'))).toEqual(
      updated.map((call) => `cloudformation:${call}`),
    )
    expect([upgrade.uploads, codeKeys()]).toEqual([[], keys])

    const same = await run('deploy', '-s', 'prod')

    expect(same.code, same.text).toBe(0)
    expect(same.text).toContain(`0 of ${keys.length} functions have new code.`)
    expect([same.uploads, same.changes.filter((call) => call.includes('Execute'))]).toEqual([[], []])

    const refused = await run('deploy', '-s', 'prod', '--param=list-shards=1')

    expect([refused.code, refused.changes]).toEqual([2, []])
    expect(refused.text).toContain('list-shards cannot be lowered from 2 to 1: lists would lose rows.')
  })

  test.runIf(isWhole)('rolls back a failed change, and succeeds when repeated', async () => {
    const begun = await run('deploy', ...first)
    expect(begun.code, begun.text).toBe(0)
    const before = account.stacks.get(stack)?.template
    account.failsNext = true

    const failed = await run('deploy', ...first, '--param=throttle-rate=5')
    const kept = structuredClone(account.stacks.get(stack))
    const again = await run('deploy', ...first, '--param=throttle-rate=5')

    expect([failed.code, failed.text]).toEqual([1, expect.stringContaining('Not now.')])
    expect(kept).toMatchObject({ template: before, isProtected: true })
    expect(before?.Parameters?.['ThrottleRate']?.Default).not.toBe(parameter('ThrottleRate'))
    expect([again.code, parameter('ThrottleRate'), parameter('TableProtection')]).toEqual([0, '5', 'yes'])
    expect(account.orphans).toEqual([])
  })

  test.runIf(isWhole)('restores the secrets of a removed stage', async () => {
    for (const kind of kinds) {
      account.secrets.set(`${stack}/${kind}-keys`, JSON.stringify({ public: `of ${kind}` }))
      account.doomed.add(`${stack}/${kind}-keys`)
    }

    const rotated = await run('keys', '--stage', 'prod', '--rotate', 'announce')
    const { code, text, calls } = await run('deploy', ...first)

    expect([rotated.code, rotated.text]).toEqual([
      1,
      `The secret ${stack}/session-keys is scheduled for deletion; npm run deploy restores it.\n`,
    ])
    expect(code, text).toBe(0)
    expect(text).toContain(`The secret ${stack}/wopi-keys was scheduled for deletion, and has been restored.`)
    expect(calls.filter((call) => call.includes('RestoreSecret'))).toHaveLength(kinds.length)
    expect(account.doomed.size).toBe(0)
    expect(parameter('SessionPublicKeys')).toBe('of session')
  })
})

// each continues with the account of the previous test
describe('a deployment of many settings', () => {
  const settings = ['with-distribution=yes', 'wopi-server=yes', 'list-shards=2', 'tags=owner=it']
  const given = settings.map((setting) => `--param=${setting}`)
  const words = [...first, ...given]

  beforeAll(async () => {
    account = await startAccount()
    return () => account.stop()
  })

  test('succeeds when repeated after a failed creation, and leaves behind only the role for logs', async () => {
    account.failsNext = true
    account.stacks.set(stack, {
      status: 'CREATE_COMPLETE',
      template: { Resources: {} },
      isProtected: false,
      events: [],
    })
    const bucket = { Type: 'AWS::S3::Bucket' }
    account.stacks.get(stack)!.template.Resources['ServerlessDeploymentBucket'] = bucket

    const failed = await run('deploy', ...words)
    const again = await run('deploy', ...words)

    expect(failed.code).toBe(1)
    expect(failed.text).toContain('Not now.')
    expect([again.code, again.text]).toEqual([0, expect.stringContaining(`${stack} is deployed.`)])
    expect(again.changes.filter((call) => call.startsWith('secretsmanager'))).toEqual([])
    // the role belongs to the account as soon as it exists
    expect(account.orphans.sort()).toEqual(['GatewayAccount', 'GatewayLogsRole'])
    expect(parameter('TableProtection')).toBe('yes')
  })

  test('ends with a teardown that repeats its name; the retained resources can be imported again', async () => {
    expect([...account.objects.keys()].filter((key) => key.includes('/wopi-server-'))).toHaveLength(1)

    const unsure = await run('teardown', '--stage', 'prod', '--confirm', 'prod')
    const sure = await run('teardown', '--stage', 'prod', '--confirm', stack)

    expect([unsure.code, unsure.text, unsure.calls]).toEqual([
      2,
      expect.stringContaining(`must be ${stack}`),
      [],
    ])
    expect(sure.code, sure.text).toBe(0)
    expect(sure.changes).toEqual(
      ['UpdateTerminationProtection false', 'DeleteStack'].map((call) => `cloudformation:${call}`),
    )
    expect(sure.text).toContain(`the-TableName, the-BucketName, ${stack}/session-keys`)
    for (const setting of settings) expect(sure.text).toContain(`\n  '--param=${setting}'`)
    expect(account.orphans).toEqual(expect.arrayContaining(['Bucket', 'Table']))
    // the distribution has a secret too
    expect(account.secrets.size).toBe(made.length + 1)

    const names = ['--table', 'the-table', '--bucket', 'the-bucket']
    const imported = await run('import-resources', '--stage', 'prod', ...names, ...given)
    const twice = await run('import-resources', '--stage', 'prod', ...names)

    expect([imported.code, imported.text]).toEqual([
      0,
      expect.stringContaining('npm run deploy adds the rest'),
    ])
    expect(account.stacks.get(stack)?.imported).toEqual({ Table: 'the-table', Bucket: 'the-bucket' })
    expect(parameter('ListShards')).toBe('2')
    expect([twice.code, twice.text, twice.changes]).toEqual([1, `The stack ${stack} already exists.\n`, []])
    if (!isWhole) return

    account.gatewayRole = 'arn:aws:iam::123456789012:role/logs'
    const deployed = await run('deploy', '-s', 'prod')

    expect(deployed.code, deployed.text).toBe(0)
    expect(deployed.changes).not.toContain('cloudformation:CreateChangeSet CREATE')
    expect([parameter('ListShards'), parameter('WithDistribution')]).toEqual(['2', 'yes'])
  })
})

test('import-resources writes its template to a file on request, and the template passes cfn-lint', async ({
  skip,
}) => {
  await openAccount()
  const file = join(copy, 'kept.json')
  const names = ['--table', 'the-table', '--bucket', 'the-bucket', '--audit-lock-bucket', 'the-locked-bucket']
  const key = 'arn:aws:kms:eu-west-1:123456789012:key/1f0b4c5e-0a1b-4c5d-8e9f-0123456789ab'
  const settings = ['--param=audit-lock=governance', `--param=kms-key-arn=${key}`]

  const given = [...names, ...settings, '--template', file]
  const { code, text, calls } = await run('import-resources', '--stage', 'prod', ...given)

  expect([code, text, calls]).toEqual([0, `The template is in ${file}.\n`, []])
  // W2001: only the next deployment uses the parameters
  const linter = 'cfn-lint'
  const linted = spawnSync(linter, ['--ignore-checks', 'W2001', '--', file], { encoding: 'utf8' })
  if (linted.error) return skip('cfn-lint is not installed on this machine')
  expect(linted.stdout).toBe('')
})

describe('commands that change nothing', () => {
  beforeEach(openAccount)

  test.each(['deploy', 'keys', 'user', 'replay', 'teardown', 'stack-trace'])(
    '%s --help prints the usage and calls nothing',
    async (command) => {
      const { code, text, calls } = await run(command, '--stage', 'prod', '--help')

      expect([code, calls]).toEqual([0, []])
      expect(text).toContain(`Usage: npm run ${command} -- `)
    },
  )

  test.each([['deploy'], ['keys'], ['teardown', '--confirm', stack]])(
    '%s refuses an invalid stage',
    async (command, ...more) => {
      const { code, text, calls } = await run(command, '--stage', 'prod-2', ...more)

      expect([code, calls]).toEqual([2, []])
      expect(text).toBe(
        'The stage "prod-2" must consist of the letters a to z and digits, such as prod2.\n' +
          `Usage: npm run ${command} -- --help\n`,
      )
    },
  )

  test('deploy refuses a setting that is for the local service only', async () => {
    process.env['WEBHOOK_LOOPBACK'] = 'yes'
    onTestFinished(() => void delete process.env['WEBHOOK_LOOPBACK'])

    const { code, text, changes } = await run('deploy', ...first)

    expect([code, text, changes]).toEqual([1, expect.stringContaining('unset it to deploy'), []])
  })

  test('deploy names missing client secrets of single sign-on', async () => {
    const providers = ['company', 'partner', 'gone'].map((name) => ({
      name,
      client_id: 'platform',
      issuer: `https://${name}.example.com`,
      redirect_uris: ['https://intra.example.com/signed-in'],
    }))
    account.secrets.set(`${stack}/oidc-company`, 'a secret')
    account.secrets.set(`${stack}/oidc-gone`, 'a secret')
    account.doomed.add(`${stack}/oidc-gone`)

    const { code, text, changes } = await run(
      'deploy',
      ...first,
      `--param=oidc-providers=${JSON.stringify(providers)}`,
    )

    expect([code, changes]).toEqual([1, []])
    expect(text).toContain(`single sign-on: ${stack}/oidc-partner, ${stack}/oidc-gone.`)
  })

  test('deploy refuses an account in which API Gateway cannot write logs', async () => {
    const { code, text, calls } = await run('deploy', '--stage', 'prod')

    const checked = ['apigateway:GetAccount', 'cloudformation:DescribeStacks', 'lambda:GetAccountSettings']
    expect([code, calls.sort()]).toEqual([1, checked])
    expect(text).toContain('deploy once with --param="with-gateway-logs-role=yes"')
  })
})
