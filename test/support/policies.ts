import type { TemplateResource, Template } from '../../infra/template/template.ts'

interface Statement {
  Effect: 'Allow' | 'Deny'
  Action?: string | string[]
  NotAction?: string | string[]
  Resource?: unknown
  NotResource?: unknown
  Condition?: Record<string, Record<string, unknown>>
}

interface Policy {
  PolicyDocument: { Statement: Statement[] }
}

/** Context keys of a request for conditions, such as `aws:SecureTransport`; some have several values. */
type Context = Record<string, string | string[]>

const partition = { region: 'eu-central-1', account: '123456789012' }
const arn = (service: string, rest: string) =>
  `arn:aws:${service}:${partition.region}:${partition.account}:${rest}`

type Resolve = (value: unknown) => unknown

/** Returns a made-up physical ID and ARN, as CloudFormation generates them without a name in the template. */
const namesOf = (id: string, { Type, Properties }: TemplateResource, stack: string, resolve: Resolve) => {
  const given = Properties?.['QueueName'] ?? Properties?.['LogGroupName'] ?? Properties?.['Name']
  const physical = given === undefined ? `${stack}-${id}-1A2B3C` : String(resolve(given))
  const arns: Record<string, string> = {
    'AWS::DynamoDB::Table': arn('dynamodb', `table/${physical}`),
    'AWS::S3::Bucket': `arn:aws:s3:::${physical.toLowerCase()}`,
    'AWS::SQS::Queue': arn('sqs', physical),
    'AWS::SNS::Topic': arn('sns', physical),
    'AWS::KMS::Key': arn('kms', `key/${physical}`),
    'AWS::Logs::LogGroup': arn('logs', `log-group:${physical}:*`),
    'AWS::IAM::Role': `arn:aws:iam::${partition.account}:role/${physical}`,
  }
  const Arn = arns[Type] ?? physical
  return { physical, Arn, StreamArn: `${Arn}/stream/2026-01-01T00:00:00.000` }
}

const pattern = (text: string, flags = '') =>
  new RegExp(
    `^${text
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    flags,
  )

const isLike = (patterns: unknown, text: string, flags?: string) =>
  [patterns].flat().some((one) => pattern(String(one), flags).test(text))

const operators: Record<string, (wanted: unknown, given: string | undefined) => boolean> = {
  StringEquals: (wanted, given) => given !== undefined && [wanted].flat().map(String).includes(given),
  StringEqualsIgnoreCase: (wanted, given) => given?.toLowerCase() === String(wanted).toLowerCase(),
  StringNotEquals: (wanted, given) => given === undefined || ![wanted].flat().map(String).includes(given),
  StringLike: (wanted, given) => given !== undefined && isLike(wanted, given),
  ArnNotEquals: (wanted, given) => given === undefined || ![wanted].flat().map(String).includes(given),
  ArnEquals: (wanted, given) => given !== undefined && isLike(wanted, given),
  ArnLike: (wanted, given) => given !== undefined && isLike(wanted, given),
  Bool: (wanted, given) => given === String(wanted),
}

/** Operators of multivalued keys; `ForAllValues` holds for a missing key. */
const setOperators: Record<string, (wanted: unknown, given: string[]) => boolean> = {
  'ForAnyValue:StringLike': (wanted, given) => given.some((value) => isLike(wanted, value)),
  'ForAllValues:StringLike': (wanted, given) => given.every((value) => isLike(wanted, value)),
  Null: (wanted, given) => (given.length === 0) === (String(wanted) === 'true'),
}

const holds = (condition: Statement['Condition'] = {}, context: Context) =>
  Object.entries(condition).every(([name, keys]) => {
    const [operator, setOperator] = [operators[name], setOperators[name]]
    if (!operator && !setOperator) throw new Error(`The condition ${name} is not known here.`)
    return Object.entries(keys).every(([key, wanted]) => {
      const given = [context[key] ?? []].flat()
      return operator ? operator(wanted, given[0]) : setOperator?.(wanted, given)
    })
  })

/** Returns true if a statement applies to an action on a resource (IAM, "Policy evaluation logic"). */
const isAbout = (statement: Statement, action: string, resource: string, context: Context) => {
  const { Action, NotAction, Resource, NotResource, Condition } = statement
  const hasAction = Action === undefined ? !isLike(NotAction, action, 'i') : isLike(Action, action, 'i')
  const hasResource = NotResource === undefined ? isLike(Resource, resource) : !isLike(NotResource, resource)
  return hasAction && hasResource && holds(Condition, context)
}

/** Returns the policies of a template, resolved for a stack of this name. */
export const policiesOf = (template: Template, stack: string) => {
  const pseudo: Record<string, string> = {
    'AWS::StackName': stack,
    'AWS::Region': partition.region,
    'AWS::AccountId': partition.account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    // created by osls
    ServerlessDeploymentBucket: `${stack}-deployments`,
  }
  const attribute = (id: string, name?: string): string => {
    const resource = template.Resources[id]
    const known = pseudo[id] ?? template.Parameters[id]?.Default
    if (!resource && known === undefined) throw new Error(`The template has no ${id}.`)
    if (!resource) return known as string
    const names = namesOf(id, resource, stack, resolved)
    return names[(name ?? 'physical') as keyof typeof names]
  }
  const functions: Record<string, (given: never) => unknown> = {
    Ref: (id: string) => (id === 'AWS::NoValue' ? undefined : attribute(id)),
    Condition: (name: string) => resolved(template.Conditions[name]),
    'Fn::If': ([name, then, otherwise]: [string, unknown, unknown]) =>
      resolved(resolved(template.Conditions[name]) ? then : otherwise),
    'Fn::Equals': ([one, other]: [unknown, unknown]) => resolved(one) === resolved(other),
    'Fn::Not': ([condition]: [unknown]) => !resolved(condition),
    'Fn::And': (conditions: unknown[]) => conditions.every(resolved),
    'Fn::Or': (conditions: unknown[]) => conditions.some(resolved),
    'Fn::GetAtt': ([id, name]: [string, string]) => attribute(id, name),
    'Fn::Select': ([index, list]: [number, unknown]) => (resolved(list) as unknown[])[index],
    'Fn::Split': ([separator, text]: [string, unknown]) => String(resolved(text)).split(separator),
    'Fn::Sub': (text: string) =>
      text.replace(/\$\{([\w:]+)(?:\.(\w+))?\}/g, (_, id: string, name?: string) => attribute(id, name)),
  }
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved).filter((item) => item !== undefined)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    // the Condition of a statement is an object, that of a template a name
    const make = entries.length === 1 ? functions[entries[0]?.[0] as string] : undefined
    if (make) return make(entries[0]?.[1] as never)
    return Object.fromEntries(entries.map(([name, part]) => [name, resolved(part)]))
  }

  const statementsOf = (role: string): Statement[] => {
    const { Policies = [], ManagedPolicyArns = [] } = template.Resources[role]?.Properties ?? {}
    const managed = (ManagedPolicyArns as { Ref?: string }[]).flatMap(
      ({ Ref: id = '' }) => (template.Resources[id]?.Properties as Policy | undefined) ?? [],
    )
    const attached = Object.values(template.Resources)
      .filter(({ Type }) => Type === 'AWS::IAM::ManagedPolicy')
      .map(({ Properties }) => Properties as unknown as Policy & { Roles?: { Ref: string }[] })
      .filter(({ Roles = [] }) => Roles.some(({ Ref: id }) => id === role))
    return [...(Policies as Policy[]), ...managed, ...attached].flatMap(
      ({ PolicyDocument }) => resolved(PolicyDocument.Statement) as Statement[],
    )
  }

  /** Deny statements of bucket policies, which apply to everybody. */
  const ofBuckets = Object.values(template.Resources)
    .filter(({ Type }) => Type === 'AWS::S3::BucketPolicy')
    .flatMap(({ Properties }) => (Properties as unknown as Policy).PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Deny')

  /** Returns true if a statement allows the action for the role, and none denies it. */
  const may = (role: string, action: string, resource: string, context: Context = {}): boolean => {
    const request = { 'aws:PrincipalArn': attribute(role, 'Arn'), ...context }
    const statements = [...statementsOf(role), ...(resolved(ofBuckets) as Statement[])]
    const about = statements.filter((statement) => isAbout(statement, action, resource, request))
    return about.some(({ Effect }) => Effect === 'Allow') && about.every(({ Effect }) => Effect === 'Allow')
  }

  const roles = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]?.Type === 'AWS::IAM::Role',
  )
  const secret = (kind: string) => arn('secretsmanager', `secret:${stack}/${kind}-keys-Ab12Cd`)
  const lambda = (name: string) => arn('lambda', `function:${stack}-${name}`)
  const queue = (name: string) => arn('sqs', `${stack}-${name}`)
  return {
    may,
    roles,
    statementsOf,
    arnOf: (id: string, name = 'Arn') => attribute(id, name),
    secret,
    lambda,
    queue,
  }
}
