import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { functions } from '../../infra/functions/functions.ts'
import { composeTemplate, type TemplateResource } from '../../infra/template/template.ts'
import { policiesOf } from '../support/policies.ts'
import type { Part } from './attack.ts'

type Policies = ReturnType<typeof policiesOf>

/** Returns an ARN for a kind of resource of test/attack/aws-calls.ts. */
const arnOf = ({ arnOf, secret, queue }: Policies, kind: string): string => {
  const name = kind.split('/')[1] ?? ''
  if (kind.startsWith('table')) return arnOf('Table')
  if (kind === 'index') return `${arnOf('Table')}/index/gsi1`
  if (kind.startsWith('queue/')) return queue(name)
  if (kind === 'dead-letters') return queue('any-dead')
  if (kind.startsWith('secret/')) return secret(name.replace(/-keys$/, ''))
  return kind.replace('bucket', arnOf('Bucket')).replace(/\*$/, 'any')
}

/** Returns the condition keys for a kind of item: its partition keys, and the attributes of a use. */
const contextOf = (kind: string) => {
  if (!kind.startsWith('table')) return {}
  if (kind === 'table/use')
    return { 'dynamodb:LeadingKeys': ['user#any'], 'dynamodb:Attributes': ['pk', 'sk', 'usedHour'] }
  return { 'dynamodb:LeadingKeys': [`${kind.split('/')[1] ?? 'any'}#any`] }
}

interface Statement {
  Action?: string | string[]
  Resource?: unknown
  Condition?: object
}

type Policy = { PolicyDocument?: { Statement?: Statement[] } }

const named = ({ Condition }: Statement) => JSON.stringify(Condition ?? {})

/** Returns the statements for functions by name instead of role: settings, keys, sign-on secrets, mail. */
const forFunctions = ({ Properties = {} }: TemplateResource): Statement[] =>
  [...((Properties['Policies'] ?? []) as Policy[]), Properties as Policy]
    .flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])
    .filter((one) => named(one).includes('lambda:SourceFunctionArn'))

const isForFunctions = (action: string, resource: string) =>
  action === 'ssm:GetParameter' ||
  action === 'ses:SendEmail' ||
  resource === 'secret/cursor-keys' ||
  resource === 'secret/webhook-keys' ||
  resource.startsWith('secret/oidc-')

/** Returns true if a statement covers the secret of a resource, or if the resource is not such a secret. */
const isAbout = ({ Resource }: Statement, resource: string): boolean => {
  const [, name] = /^secret\/(cursor-keys|webhook-keys|oidc-)/.exec(resource) ?? []
  return name === undefined || JSON.stringify(Resource).includes(`/${name}`)
}

const ours = /^(dynamodb:(?!.*(Stream|Records|Shard))|s3:|secretsmanager:|sqs:Send)/

/**
 * Checks that the roles allow all AWS calls of the functions in the earlier parts. Reports permissions that no function
 * used: they may be excessive, or the attack did not reach their use.
 */
export const permissions: Part = async ({ world, violated, note }) => {
  const template = await composeTemplate()
  const policies = policiesOf(template, 'enterprise-platform-dev')
  const granted = Object.values(template.Resources).flatMap(forFunctions)
  const may = (name: string, role: string, action: string, resource: string) =>
    isForFunctions(action, resource)
      ? granted.some(
          (one) => one.Action === action && isAbout(one, resource) && named(one).includes(`-${name}"`),
        )
      : policies.may(role, action, arnOf(policies, resource), {
          ...contextOf(resource),
          'lambda:SourceFunctionArn': policies.lambda(name),
        })
  const definitions = Object.entries(await functions()) as [string, { role?: { 'Fn::Sub': string } }][]
  const roles = new Map(
    definitions.map(([name, { role }]) => [name, /\w+Role/.exec(role?.['Fn::Sub'] ?? '')?.[0] ?? '']),
  )
  const { calls } = await world.state()
  const used = new Set<string>()
  const serving = new Map((await loadEndpoints()).map(({ name, functionName }) => [name, functionName]))
  for (const { function: called, action, resource } of calls) {
    const name = serving.get(called) ?? called
    const role = roles.get(name) ?? ''
    used.add(`${role} ${action} ${resource}`)
    if (!may(name, role, action, resource))
      violated(`${name} does ${action} ${resource}, which ${role} does not allow`)
  }
  const rights = new Set(calls.map(({ action, resource }) => `${action} ${resource}`))
  const allowed = (role: string) =>
    [...rights].filter((right) => {
      const [action = '', resource = ''] = right.split(' ')
      return ours.test(action) && policies.may(role, action, arnOf(policies, resource), contextOf(resource))
    })
  for (const role of new Set(roles.values())) {
    const spare = allowed(role).filter((right) => !used.has(`${role} ${right}`))
    if (spare.length > 0) note(`${role} also allows ${spare.join(', ')}`)
  }
  const callers = new Set(calls.map((call) => call.function)).size
  note(`${calls.length} kinds of calls by ${callers} of ${definitions.length} functions`)
}
