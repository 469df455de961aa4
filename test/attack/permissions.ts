import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { functions } from '../../infra/functions.ts'
import type { Part } from './attack.ts'

interface Statement {
  Action: string | string[]
  Resource: string | string[]
}

interface Role {
  Properties: { Policies?: { PolicyDocument: { Statement: Statement[] } }[] }
}

/** CloudFormation's short forms, as the text that they have. */
const customTags = ['!Sub', '!GetAtt', '!Ref'].map((tag) => ({ tag, resolve: (text: string) => text }))

/** The kind of thing that a resource of a policy is, as test/attack/aws-calls.ts names them. */
const kindOf = (resource: string): string => {
  const secret = /secret:\$\{AWS::StackName\}\/([\w-]+)-\?{6}$/.exec(resource)?.[1]
  if (secret !== undefined) return `secret/${secret}`
  if (resource.includes(':sqs:')) return 'queue'
  if (resource === 'Table.Arn') return 'table'
  if (resource.startsWith('${Table.Arn}/index')) return 'index'
  return resource.replace('${Bucket.Arn}', 'bucket')
}

/** What each role of infra/roles.yml allows, as `<action> <kind of thing>`. */
const allowedByRole = (): Map<string, Set<string>> => {
  const text = readFileSync(new URL('../../infra/roles.yml', import.meta.url), 'utf8')
  const { Resources } = parse(text, { customTags }) as { Resources: Record<string, Role> }
  const pairsOf = ({ Action, Resource }: Statement) =>
    [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${kindOf(resource)}`))
  return new Map(
    Object.entries(Resources).map(([name, { Properties }]) => {
      const statements = Properties.Policies?.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? []
      return [name, new Set(statements.flatMap(pairsOf))]
    }),
  )
}

const ours = /^(dynamodb:(?!.*(Stream|Records|Shard))|s3:|secretsmanager:|sqs:Send)/

/**
 * What the functions have done in AWS in all parts before is allowed by their roles. What a role allows and nobody has
 * done is told: it may be too much, or the attack has not come there.
 */
export const permissions: Part = async ({ world, violated, note }) => {
  const allowed = allowedByRole()
  const definitions = Object.entries(await functions('dev')) as [string, { role?: { 'Fn::Sub': string } }][]
  const roles = new Map(definitions.map(([name, { role }]) => [name, /\w+Role/.exec(role?.['Fn::Sub'] ?? '')?.[0] ?? ''])) // prettier-ignore
  const { calls } = await world.state()
  const used = new Map<string, Set<string>>()
  for (const { function: name, action, resource } of calls) {
    const role = roles.get(name) ?? ''
    const right = `${action} ${resource}`
    used.set(role, (used.get(role) ?? new Set()).add(right))
    if (!allowed.get(role)?.has(right)) violated(`${name} does ${right}, which ${role} does not allow`)
  }
  for (const [role, rights] of allowed) {
    const spare = [...rights].filter((right) => ours.test(right) && !used.get(role)?.has(right))
    if (spare.length > 0) note(`${role} also allows ${spare.join(', ')}`)
  }
  note(`${calls.length} kinds of calls by ${new Set(calls.map((call) => call.function)).size} of ${definitions.length} functions`) // prettier-ignore
}
