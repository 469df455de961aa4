import { describe, expect, test } from 'vitest'
import { deployedParameters } from '../../infra/deployment/deployed-parameters.ts'
import { changeLines, requireChanges } from '../../infra/deployment/parameter-changes.ts'
import { keptDefaults, parameterOptions, parseParameters } from '../../infra/deployment/parameters.ts'

const today = { ...keptDefaults(), 'list-shards': '4', 'list-shards-written': '2', 'kms-key-arn': 'arn:a' }

describe('parameters', () => {
  test('take values by name, and defaults for empty values', () => {
    expect(parseParameters(['limit-jobs=', 'alarm-email=', 'models=[{"id": "a=b"}]'])).toEqual({
      'limit-jobs': '3',
      'alarm-email': '',
      models: '[{"id": "a=b"}]',
    })
  })

  test.each([
    ['limit-jobs', '--param must be <name>=<value>, not "limit-jobs".'],
    ['limit-job=3', 'The parameter "limit-job" does not exist; infra/template/settings.yml lists them all.'],
    ['wopi-public-keys={}', 'The parameter "wopi-public-keys" is set by npm run deploy; leave it out.'],
  ])('%s throws', (option, sentence) => {
    expect(() => parseParameters([option])).toThrow(sentence)
  })

  test('cannot be set twice', () => {
    expect(() => parseParameters(['domain=a.example', 'domain=b.example'])).toThrow('"domain" is given twice')
  })

  test('with empty values are omitted for osls, which rejects them', () => {
    expect(parameterOptions({ domain: '', 'limit-jobs': '3' })).toEqual(['--param=limit-jobs=3'])
  })
})

describe('the current parameters', () => {
  test('come from the stack, its tags and its outputs, except for values that a deployment determines itself', () => {
    const found = deployedParameters({
      StackName: 'x',
      CreationTime: undefined,
      StackStatus: 'UPDATE_COMPLETE',
      Parameters: [
        { ParameterKey: 'WithDistribution', ParameterValue: 'yes' },
        { ParameterKey: 'TableProtection', ParameterValue: 'no' },
        { ParameterKey: 'SessionPublicKeys', ParameterValue: '{}' },
        { ParameterKey: 'OfAnOlderVersion', ParameterValue: '1' },
      ],
      Tags: ['service', 'stage', 'STAGE', 'owner', 'cost'].map((Key) => ({ Key, Value: 'it' })),
      Outputs: [{ OutputKey: 'WorkerPercent', OutputValue: '50' }],
    })

    const tags = 'owner=it,cost=it'
    expect(found).toEqual({ ...keptDefaults(), 'with-distribution': 'yes', 'worker-percent': '50', tags })
  })

  test('do not exist without a stack, or for one that was only imported', () => {
    const imported = { StackName: 'x', CreationTime: undefined, StackStatus: 'IMPORT_COMPLETE' } as const

    expect([deployedParameters(undefined), deployedParameters(imported)]).toEqual([undefined, undefined])
  })
})

describe('a deployment', () => {
  test('shows its changes', () => {
    const next = { ...today, 'limit-jobs': '5', domain: 'a.example' }

    expect(changeLines(today, next)).toEqual(['domain: (none) → a.example', 'limit-jobs: 3 → 5'])
  })

  test.each([
    [{ 'list-shards': '3' }, 'list-shards cannot be lowered from 4 to 3: lists would lose rows.'],
    [{ 'list-shards-written': '1' }, 'list-shards-written cannot be lowered from 2 to 1'],
    [{ 'list-shards-written': '5' }, 'list-shards-written (5) must not be above list-shards (4).'],
    [
      { 'list-shards': '8', 'list-shards-written': '8' },
      'list-shards-written can be 8 one deployment after list-shards, which is 4 today.',
    ],
  ])('refuses %j, confirmed or not', (changed, sentence) => {
    const next = { ...today, ...changed }

    expect(() => requireChanges(today, next, Object.keys(changed))).toThrow(sentence)
  })

  test('does not move running containers to another zone', () => {
    const running = { ...today, 'wopi-server': 'yes', 'wopi-server-zone-a': 'euc1-az1' }
    const moved = { ...running, 'wopi-server-zone-a': 'euc1-az2' }

    expect(() => requireChanges(running, moved, ['wopi-server-zone-a'])).toThrow(
      'Deploy with wopi-server=no first.',
    )
    expect(requireChanges({ ...running, 'wopi-server': 'no' }, moved, [])).toBeUndefined()
    expect(requireChanges(running, { ...moved, 'wopi-server': 'no' }, [])).toBeUndefined()
  })

  test.each([
    ['with-distribution', 'yes', 'no'],
    ['kms-key-arn', 'arn:a', ''],
    ['audit-lock', 'governance', 'no'],
    ['audit-lock', 'no', 'compliance'],
  ])('requires confirmation to change %s from "%s" to "%s"', (name, before, after) => {
    const [from, to] = [
      { ...today, [name]: before },
      { ...today, [name]: after },
    ]

    expect(() => requireChanges(from, to, [])).toThrow(`add --confirm=${name}.`)
    expect(requireChanges(from, to, [name])).toBeUndefined()
  })

  test('accepts all other changes, and any first deployment', () => {
    const next = { ...today, 'list-shards': '8', 'list-shards-written': '4', 'with-distribution': 'yes' }

    expect(requireChanges(today, next, [])).toBeUndefined()
    expect(requireChanges(undefined, { ...today, 'audit-lock': 'compliance' }, [])).toBeUndefined()
  })
})
