import { beforeAll, describe, expect, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { composeTemplate } from '../../infra/template/template.ts'
import { newTokenKeys, tokenRotation } from '../../infra/secrets/token-keys.ts'

/** Parameter with its bounds in infra/template/settings.yml. */
interface Parameter {
  Type: string
  AllowedValues?: string[]
  AllowedPattern?: string
  MaxLength?: number
  MaxValue?: number
}

/** Size limit in bytes; Lambda allows 4,096, and the rest is reserved for later variables. */
const maxBytes = 3_072

const template = await composeTemplate()
const parameters = template.Parameters as unknown as Record<string, Parameter>
const stack = `enterprise-platform-${'x'.repeat(16)}`

/** Maximum lengths of generated names. */
const longestNames: Record<string, string> = {
  'AWS::StackName': stack,
  'AWS::Region': 'ap-southeast-1',
  'AWS::AccountId': '0'.repeat(12),
  'AWS::Partition': 'aws-us-gov',
  'AWS::URLSuffix': 'amazonaws.com.cn',
  'Distribution.DomainName': `${'d'.repeat(14)}.cloudfront.net`,
  Api: 'a'.repeat(10),
  Table: `${stack}-Table-${'X'.repeat(13)}`,
  Bucket: 'b'.repeat(63),
  'Bucket.RegionalDomainName': `${'b'.repeat(63)}.s3.ap-southeast-1.amazonaws.com.cn`,
  AuditLockBucket: 'b'.repeat(63),
  SettingsParameter: `/${stack}/settings-${'0'.repeat(16)}`,
}

/** During a rotation, a key set has two keys. */
const keySets = tokenRotation.announce(await newTokenKeys()).then((keys) => keys.public)
const sets: Record<string, string> = { SessionPublicKeys: await keySets, WopiPublicKeys: await keySets }

const longestOf = (id: string): string => {
  const { Type, AllowedValues, MaxLength, MaxValue } = parameters[id] as Parameter
  if (AllowedValues) return AllowedValues.map(String).sort((a, b) => b.length - a.length)[0] as string
  const length = Type === 'Number' ? MaxValue && String(MaxValue).length : MaxLength
  if (length === undefined) throw new Error(`The parameter ${id} has no bound.`)
  return sets[id] ?? 'x'.repeat(length)
}

const named = (id: string): string => {
  const name = longestNames[id] ?? (id in parameters ? longestOf(id) : undefined)
  if (name === undefined) throw new Error(`It is not known how long ${id} can be.`)
  return name
}

/** Returns the longest text that a value of the template can become. */
const longest = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  const [[name, given]] = Object.entries(value) as [[string, unknown]]
  if (name === 'Ref') return named(given as string)
  if (name === 'Fn::Sub') return (given as string).replace(/\$\{([\w:.]+)\}/g, (_, id: string) => named(id))
  if (name !== 'Fn::If') throw new Error(`${name} is not known here.`)
  const [, then, otherwise] = given as [string, unknown, unknown]
  return [longest(then), longest(otherwise)].sort((a, b) => b.length - a.length)[0] as string
}

interface Deployed {
  environment: Record<string, unknown>
}

describe('the variables of a function with settings of maximum length', () => {
  let sizes: [name: string, bytes: number][]

  beforeAll(async () => {
    const all = Object.entries(await functions('x'.repeat(16))) as unknown as [string, Deployed][]
    sizes = all.map(([name, { environment }]) => {
      const variables = Object.entries(environment).map(([key, value]) => [key, longest(value)])
      return [name, Buffer.byteLength(JSON.stringify(Object.fromEntries(variables)))]
    })
    sizes.sort(([, one], [, other]) => other - one)
  })

  test("take at most 3 KB of Lambda's 4 KB, counted as JSON", () => {
    process.stdout.write(
      `longest variables: ${sizes
        .slice(0, 3)
        .map((size) => size.join(' '))
        .join(', ')}\n`,
    )

    expect(sizes.filter(([, bytes]) => bytes > maxBytes)).toEqual([])
  })

  test('contain no text that grows as JSON, except for key sets', () => {
    const documents = ['Models', 'OidcProviders', 'GroupLimits', ...Object.keys(sets)]
    const bounded = Object.entries(parameters).filter(
      ([id, { MaxLength }]) => MaxLength !== undefined && !documents.includes(id),
    )

    expect(bounded.length).toBeGreaterThan(4)
    for (const [id, { AllowedPattern = '.*' }] of bounded)
      for (const long of ['"', '\\', 'é', '\n'])
        expect(new RegExp(`^(?:${AllowedPattern})$`).test(long), `${id} ${JSON.stringify(long)}`).toBe(false)
  })
})
