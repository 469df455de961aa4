import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { resourceProperties, templateFile } from '../../infra/template/template.ts'
import { bundleWopiServer, wopiServer, wopiServerCode } from '../../infra/template/wopi-server.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { startWopiServer } from '../support/wopi-server.ts'

interface Origin {
  Id: string
  OriginCustomHeaders: object[]
}

interface Distribution {
  DistributionConfig: {
    Origins: [Origin, { 'Fn::If': [condition: string, origin: Origin] }]
    CacheBehaviors: { 'Fn::If': [condition: string, behaviors: [object]] }
    DefaultCacheBehavior: { TargetOriginId: string; ViewerProtocolPolicy: string }
  }
}

interface Group {
  SecurityGroupIngress: object[]
}

const template = templateFile('wopi-server.yml')
const { Resources } = template
const roles = templateFile('roles.yml')
const { Parameters, Rules, Conditions } = templateFile('settings.yml')
const { WopiTask } = (await wopiServer('dev')).Resources
const distribution = resourceProperties<Distribution>(templateFile('domain.yml'), 'Distribution')
const [code, server] = WopiTask.Properties.ContainerDefinitions
const settings = Object.fromEntries((server?.Environment ?? []).map(({ Name, Value }) => [Name, Value]))

/** Returns the settings of the functions by name. */
const functionSettings = async () =>
  new Map(
    (
      Object.entries<object>(await functions('dev')) as [string, { environment: Record<string, unknown> }][]
    ).map(([name, { environment }]) => [name, environment]),
  )

/** Returns all IDs to which a part of the template refers. */
const references = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [String(value)]
    if (key === 'Fn::GetAtt') return [String((value as string[])[0])]
    if (key === 'DependsOn' && typeof value === 'string') return [value]
    return references(value)
  })
}

describe('the document server', () => {
  test('exists only with its setting, behind a distribution', () => {
    const all = {
      ...Resources,
      WopiTask,
      ...pick(roles.Resources, ['WopiServerRole', 'WopiServerStartRole']),
    }

    expect(Parameters['WopiServer']).toMatchObject({ Default: "${param:wopi-server, 'no'}" })
    expect(Conditions['HasWopiServer']).toEqual({ 'Fn::Equals': [{ Ref: 'WopiServer' }, 'yes'] })
    for (const [id, { Condition }] of Object.entries(all))
      expect([id, Condition]).toEqual([id, 'HasWopiServer'])
    expect(Rules['WopiServerBehindDistribution']?.Assertions).toEqual([
      expect.objectContaining({ Assert: { 'Fn::Equals': [{ Ref: 'WithDistribution' }, 'yes'] } }),
    ])
  })

  test('refers only to existing resources', () => {
    const known = Object.keys({ ...Resources, ...roles.Resources, ...Parameters, WopiTask })

    const unknown = references({ Resources, WopiTask }).filter(
      (id) => !known.includes(id) && !/^(AWS::|Table$|Bucket$|Distribution$|Api$)/.test(id),
    )

    expect(unknown).toEqual([])
  })

  test.each([
    [0, 'A'],
    [1, 'B'],
  ])('runs in zone %i of its region unless a parameter names another', (index, letter) => {
    const noValue = { Ref: 'AWS::NoValue' }
    const first = { 'Fn::Select': [index, { 'Fn::GetAZs': '' }] }

    expect(Resources[`WopiSubnet${letter}`]?.Properties).toMatchObject({
      AvailabilityZone: { 'Fn::If': ['HasWopiServerZones', noValue, first] },
      AvailabilityZoneId: { 'Fn::If': ['HasWopiServerZones', { Ref: `WopiServerZone${letter}` }, noValue] },
    })
  })

  test('can be reached only through the distribution, with the same checks as other paths', () => {
    const { Origins, CacheBehaviors, DefaultCacheBehavior } = distribution.DistributionConfig
    const [
      ,
      {
        'Fn::If': [condition, origin],
      },
    ] = Origins
    const [, [behavior]] = CacheBehaviors['Fn::If']
    const { TargetOriginId: _, ViewerProtocolPolicy: __, ...checks } = DefaultCacheBehavior

    expect(condition).toBe('HasWopiServer')
    expect(behavior).toMatchObject({
      ...checks,
      PathPattern: '/api/v1/wopi/files/*/contents',
      TargetOriginId: origin.Id,
    })
    expect(origin.OriginCustomHeaders).toEqual(Origins[0].OriginCustomHeaders)
  })

  test('can be reached only through an internal load balancer', () => {
    const { CidrBlock } = resourceProperties<{ CidrBlock: string }>(template, 'WopiNetwork')
    const { SecurityGroupIngress: intoBalancer } = resourceProperties<Group>(template, 'WopiBalancerGroup')
    const { SecurityGroupIngress: intoTask } = resourceProperties<Group>(template, 'WopiTaskGroup')

    expect(resourceProperties(template, 'WopiBalancer')).toMatchObject({ Scheme: 'internal' })
    expect(intoBalancer).toEqual([{ IpProtocol: 'tcp', FromPort: 80, ToPort: 80, CidrIp: CidrBlock }])
    expect(intoTask).toEqual([
      {
        IpProtocol: 'tcp',
        FromPort: 8080,
        ToPort: 8080,
        SourceSecurityGroupId: { Ref: 'WopiBalancerGroup' },
      },
    ])
  })

  test('gets the settings of the functions that it replaces, and its port', async () => {
    const all = await functionSettings()

    const WOPI_SAVE_BYTES = { 'Fn::Sub': '${WopiServerMegabytes}000000' }
    const wanted = {
      ...all.get('wopi-read-contents'),
      ...all.get('wopi-save-contents'),
      WOPI_SAVE_BYTES,
      PORT: '8080',
    }

    expect(settings).toEqual(wanted)
    expect(wanted).toHaveProperty('ORIGIN_SECRET_HASHES')
    expect(JSON.stringify(wanted)).not.toContain('resolve:')
  })

  test('gives its size limit to all functions that open documents', async () => {
    const all = await functionSettings()

    for (const name of ['wopi-check-file-info', 'wopi-create-token', 'wopi-open-editor', 'wopi-operate-file'])
      expect(all.get(name)?.['WOPI_SAVE_BYTES']).toEqual({
        'Fn::If': ['HasWopiServer', { 'Fn::Sub': '${WopiServerMegabytes}000000' }, ''],
      })
  })

  test('gets the permissions for saving, and starts with a role that can only write logs', () => {
    const policiesOf = (role: string) =>
      resourceProperties<{ Policies: { PolicyName: string }[] }>(roles, role).Policies.map(
        ({ PolicyName }) => PolicyName,
      )

    expect(policiesOf('WopiServerRole')).toEqual(['reading', 'writing', 'keeping', 'starting'])
    expect(policiesOf('WopiServerStartRole')).toEqual(['logging'])
  })

  test('runs the Node.js version of the tests', () => {
    expect(server?.Image).toMatch(new RegExp(`/node:${process.versions.node}-slim$`))
  })

  test('runs from one file, which is reproducible and stored by its content', async () => {
    const { text, key } = await wopiServerCode('dev')
    const folder = mkdtempSync(join(tmpdir(), 'wopi-server-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'server.mjs'), text)
    const running = await startWopiServer({}, join(folder, 'server.mjs'))
    onTestFinished(() => running.kill())
    const owner = await signedIn()
    const file = await givenFile(owner, { bytes: '' })
    const editor = await givenEditor(owner, file)

    const { status } = await fetch(
      `${running.url}/api/v1/wopi/files/${file.id}/contents?access_token=${editor.token}`,
      { method: 'POST', body: 'saved', headers: { 'X-WOPI-Override': 'PUT' } },
    )

    expect([status, (await editor.read()).text]).toEqual([200, 'saved'])
    expect(await bundleWopiServer()).toBe(text)
    expect(code?.Command).toContainEqual({ 'Fn::Sub': `s3://\${ServerlessDeploymentBucket}/${key}` })
  }, 60_000)
})

function pick<T>(from: Record<string, T>, ids: string[]): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, from[id] as T]))
}
