import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { TemplateResource, Template } from '../../infra/template/template.ts'

interface Stack {
  status: string
  template: Pick<Template, 'Resources'> & Partial<Template>
  isProtected: boolean
  tags?: { Key: string; Value: string }[]
  /** Physical names of imported resources by logical ID. */
  imported?: Record<string, string>
  events: { id: string; type: string; status: string; reason?: string }[]
}

type Changed = Required<Pick<Stack, 'template' | 'tags' | 'imported'>>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const xml = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => `<member>${xml(item)}</member>`).join('')
  if (typeof value !== 'object' || value === null) return escaped(String(value))
  return Object.entries(value)
    .map(([name, part]) => (part === undefined ? '' : `<${name}>${xml(part)}</${name}>`))
    .join('')
}

class Refusal extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const nameOf = (StackName: string) => StackName.split('/').at(-1) as string
const pathOf = ({ pathname }: URL) => decodeURIComponent(pathname)

/** Returns the members of a list parameter in the query protocol, which numbers them from 1. */
const membersIn = (given: Record<string, string>, list: string, key: string, value: string) =>
  Object.entries(given).flatMap(([name, Key]) => {
    const member =
      name.startsWith(`${list}.member.`) && name.endsWith(`.${key}`) && name.slice(0, -key.length)
    return member ? [{ Key, Value: given[`${member}${value}`] ?? '' }] : []
  })

/** Throws if CloudFormation would reject a template for an import of resources. */
const requireImport = (
  former: Stack | undefined,
  next: Stack['template'],
  imported: Record<string, string>,
) => {
  for (const [id, resource] of Object.entries(next.Resources)) {
    const isImported = id in imported
    if (!isImported && !isDeepStrictEqual(former?.template.Resources[id], resource))
      throw new Refusal('ValidationError', `As part of the import operation, you cannot modify or add ${id}`)
    if (isImported && resource.DeletionPolicy === undefined)
      throw new Refusal('ValidationError', `${id} must have DeletionPolicy`)
    const text = JSON.stringify(isImported ? resource : {})
    for (const [, name = ''] of text.matchAll(/"(?:Ref|DependsOn)":"(\w+)"|"Fn::GetAtt":\["(\w+)"/g))
      if (!(name in next.Resources) && !(name in (next.Parameters ?? {})))
        throw new Refusal('ValidationError', `Unresolved resource dependencies [${name}]`)
  }
}

const isKept = ({ DeletionPolicy = 'Delete' }: TemplateResource) => DeletionPolicy.startsWith('Retain')

interface Choice {
  'Fn::If': [condition: string, yes: boolean, no: boolean]
}

/** Returns true if deletion protection keeps DynamoDB from deleting the resource. */
const isUndeletable = (
  { Properties }: TemplateResource,
  { Conditions = {}, Parameters = {} }: Stack['template'],
) => {
  const choice = Properties?.['DeletionProtectionEnabled'] as Choice | undefined
  if (!choice) return false
  const [condition, yes, no] = choice['Fn::If']
  const { 'Fn::Equals': equals } = Conditions[condition] as { 'Fn::Equals': [{ Ref: string }, string] }
  return Parameters[equals[0].Ref]?.Default === equals[1] ? yes : no
}

/**
 * Starts a fake AWS account for `npm run deploy` and `npm run teardown`. It records their calls, and stores stacks and
 * secrets.
 */
export const startAccount = async () => {
  const calls: string[] = []
  const secrets = new Map<string, string>()
  /** Secrets that are marked for deletion. */
  const doomed = new Set<string>()
  const objects = new Map<string, string>()
  const stacks = new Map<string, Stack>()
  /** Resources that survived their stack or a rollback. */
  const orphans: string[] = []
  const changeSets = new Map<string, Changed>()
  const account = {
    calls,
    secrets,
    doomed,
    objects,
    stacks,
    orphans,
    gatewayRole: '',
    /** Maximum number of concurrent executions of Lambda. */
    concurrency: 1_000,
    linkedRoles: ['AWSServiceRoleForECS', 'AWSServiceRoleForElasticLoadBalancing'],
    /** Identities of SES with their responses. */
    identities: {} as Record<string, object>,
    mail: { SendingEnabled: true, ProductionAccessEnabled: true },
    /** Responses of Bedrock by model: status and body. */
    models: {} as Record<string, [status: number, body: object]>,
    /** Models of Bedrock without a subscription. */
    unsubscribed: [] as string[],
    activeRuleSet: '',
    failsNext: false,
  }

  const stackOf = (StackName = '') => {
    const stack = stacks.get(nameOf(StackName))
    if (!stack) throw new Refusal('ValidationError', `Stack with id ${nameOf(StackName)} does not exist`)
    return stack
  }

  const presentStack = (StackName = '') => {
    const stack = stackOf(StackName)
    if (stack.status !== 'DELETE_COMPLETE') return stack
    throw new Refusal('ValidationError', `Stack with id ${nameOf(StackName)} does not exist`)
  }

  const happened = (stack: Stack, name: string, status: string) => {
    stack.status = status
    stack.events.unshift({ id: name, type: 'AWS::CloudFormation::Stack', status })
  }

  const execute = (name: string, { template: next, tags, imported }: Changed) => {
    const former = stacks.get(name)
    const isNew = former === undefined || former.status === 'DELETE_COMPLETE'
    const stack = isNew ? { status: '', template: { Resources: {} }, isProtected: false, events: [] } : former
    stacks.set(name, stack)
    const isImport = Object.keys(imported).length > 0
    const verb = isImport ? 'IMPORT' : isNew ? 'CREATE' : 'UPDATE'
    happened(stack, name, `${verb}_IN_PROGRESS`)
    const added = Object.entries(next.Resources).filter(([id]) => !(id in stack.template.Resources))
    if (!account.failsNext) {
      const names = Object.entries({ ...stack.imported, ...imported }).filter(([id]) => id in next.Resources)
      Object.assign(stack, { template: next, tags, imported: Object.fromEntries(names) })
      return happened(stack, name, `${verb}_COMPLETE`)
    }
    account.failsNext = false
    stack.events.unshift({
      id: 'Stage',
      type: 'AWS::ApiGateway::Stage',
      status: `${verb}_FAILED`,
      reason: 'Not now.',
    })
    happened(stack, name, 'UPDATE_ROLLBACK_IN_PROGRESS')
    // CloudFormation, "DeletionPolicy attribute": RetainExceptOnCreate deletes a resource if its creation is rolled
    // back
    const left = added.filter(([, made]) => made.DeletionPolicy === 'Retain' || isUndeletable(made, next))
    orphans.push(...left.map(([id]) => id))
    happened(stack, name, 'UPDATE_ROLLBACK_COMPLETE')
  }

  const actions: Record<string, (given: Record<string, string>) => object> = {
    GetCallerIdentity: () => ({
      Account: '123456789012',
      Arn: 'arn:aws:iam::123456789012:user/a',
      UserId: 'a',
    }),
    ValidateTemplate: () => ({}),
    DescribeActiveReceiptRuleSet: () =>
      account.activeRuleSet === '' ? {} : { Metadata: { Name: account.activeRuleSet } },
    SetActiveReceiptRuleSet: ({ RuleSetName = '' }) => {
      account.activeRuleSet = RuleSetName
      return {}
    },
    DescribeStacks: ({ StackName = '' }) => {
      const { status, isProtected, template, tags: Tags = [] } = presentStack(StackName)
      const Parameters = Object.entries(template.Parameters ?? {}).map(([ParameterKey, { Default }]) => ({
        ParameterKey,
        ParameterValue: Default,
      }))
      const Outputs = Object.entries(template.Outputs ?? {}).map(([OutputKey, { Value }]) => ({
        OutputKey,
        OutputValue: typeof Value === 'string' ? Value : `the-${OutputKey}`,
      }))
      const stack = {
        StackName: nameOf(StackName),
        StackStatus: status,
        CreationTime: '2026-01-01T00:00:00Z',
      }
      return { Stacks: [{ ...stack, EnableTerminationProtection: isProtected, Parameters, Outputs, Tags }] }
    },
    CreateChangeSet: ({ StackName = '', TemplateBody, TemplateURL = '', ...given }) => {
      const body = TemplateBody ?? objects.get(pathOf(new URL(TemplateURL))) ?? ''
      const template = JSON.parse(body) as Stack['template']
      const tags = membersIn(given, 'Tags', 'Key', 'Value')
      const names = membersIn(
        given,
        'ResourcesToImport',
        'LogicalResourceId',
        'ResourceIdentifier.entry.1.value',
      )
      const imported = Object.fromEntries(names.map(({ Key, Value }) => [Key, Value]))
      if (given['ChangeSetType'] === 'IMPORT')
        requireImport(stacks.get(nameOf(StackName)), template, imported)
      changeSets.set(StackName, { template, tags, imported })
      return { Id: 'change-set', StackId: StackName }
    },
    DescribeChangeSet: ({ StackName = '' }) => {
      const isSame = isDeepStrictEqual(
        stacks.get(nameOf(StackName))?.template,
        changeSets.get(StackName)?.template,
      )
      const Status = isSame ? 'FAILED' : 'CREATE_COMPLETE'
      return { StackId: StackName, Status, StatusReason: "The submitted information didn't contain changes." }
    },
    DeleteChangeSet: () => ({}),
    ExecuteChangeSet: ({ StackName = '' }) => {
      execute(StackName, changeSets.get(StackName) as Changed)
      return {}
    },
    GetTemplate: ({ StackName = '' }) => ({ TemplateBody: JSON.stringify(presentStack(StackName).template) }),
    DescribeStackEvents: ({ StackName = '' }) => ({
      StackEvents: stackOf(StackName).events.map(({ id, type, status, reason }, index, all) => ({
        EventId: String(all.length - index),
        StackId: StackName,
        StackName: nameOf(StackName),
        LogicalResourceId: id,
        PhysicalResourceId: id,
        ResourceType: type,
        ResourceStatus: status,
        ResourceStatusReason: reason,
        Timestamp: '2026-01-01T00:00:00Z',
      })),
    }),
    DescribeStackResource: ({ StackName = '', LogicalResourceId = '' }) => {
      const resource = stackOf(StackName).template.Resources[LogicalResourceId]
      if (!resource)
        throw new Refusal('ValidationError', `Resource ${LogicalResourceId} does not exist for stack`)
      return { StackResourceDetail: { LogicalResourceId, PhysicalResourceId: 'deployments' } }
    },
    ListStackResources: ({ StackName = '' }) => ({
      StackResourceSummaries: Object.keys(presentStack(StackName).template.Resources).map(
        (LogicalResourceId) => ({
          LogicalResourceId,
          PhysicalResourceId: stackOf(StackName).imported?.[LogicalResourceId] ?? LogicalResourceId,
          ResourceStatus: 'CREATE_COMPLETE',
        }),
      ),
    }),
    UpdateTerminationProtection: ({ StackName = '', EnableTerminationProtection }) => {
      stackOf(StackName).isProtected = EnableTerminationProtection === 'true'
      return { StackId: StackName }
    },
    DeleteStack: ({ StackName = '' }) => {
      const stack = stackOf(StackName)
      if (stack.isProtected) throw new Refusal('ValidationError', `Stack [${StackName}] cannot be deleted`)
      const kept = Object.entries(stack.template.Resources).filter(([, resource]) => isKept(resource))
      orphans.push(...kept.map(([id]) => id))
      happened(stack, StackName, 'DELETE_IN_PROGRESS')
      if (objects.size > 0) {
        const reason = 'The bucket you tried to delete is not empty.'
        stack.events.unshift({ id: 'Bucket', type: 'AWS::S3::Bucket', status: 'DELETE_FAILED', reason })
        happened(stack, StackName, 'DELETE_FAILED')
        return {}
      }
      happened(stack, StackName, 'DELETE_COMPLETE')
      return {}
    },
  }

  const secretsManager = (
    operation: string,
    given: { Name?: string; SecretId?: string; SecretString?: string },
  ) => {
    const id = given.Name ?? given.SecretId ?? ''
    if (operation === 'RestoreSecret') doomed.delete(id)
    if (doomed.has(id)) throw new Refusal('InvalidRequestException', 'The secret was marked for deletion.')
    if (given.SecretString !== undefined) secrets.set(id, given.SecretString)
    const SecretString = secrets.get(id)
    if (SecretString === undefined)
      throw new Refusal('ResourceNotFoundException', `There is no ${operation} of ${id}.`)
    return { Name: id, ARN: id, VersionId: '1', SecretString }
  }

  const store = (method: string, url: URL, body: string) => {
    if (method === 'PUT') objects.set(pathOf(url), body)
    if (method === 'POST') {
      for (const [, key] of body.matchAll(/<Key>([^<]+)<\/Key>/g))
        objects.delete(`/${pathOf(url).split('/')[1]}/${key}`)
      return '<DeleteResult/>'
    }
    const [, , ...key] = pathOf(url).split('/')
    const isList = method === 'GET' && key.join('/') === ''
    const prefix = `${pathOf(url).replace(/\/$/, '')}/`
    const keys = [...objects.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
      .filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
    const object = objects.get(pathOf(url))
    if (method === 'GET' && !isList && object === undefined) throw new Refusal('NoSuchKey', 'There is none.')
    const listed = keys.map(
      (Key) => `<Contents>${xml({ Key, LastModified: '2026-01-01T00:00:00Z' })}</Contents>`,
    )
    return isList ? `<ListBucketResult>${listed.join('')}</ListBucketResult>` : (object ?? '')
  }

  /** Returns the response to calls in REST and JSON, made with or without a client of the SDK. */
  const answerInJson = ({ pathname, searchParams }: URL): object | undefined => {
    const [kind = '', name = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
    if (kind === '2016-08-19') {
      calls.push('lambda:GetAccountSettings')
      return { AccountLimit: { ConcurrentExecutions: account.concurrency } }
    }
    if (searchParams.get('Action') === 'GetRole') {
      const role = searchParams.get('RoleName') ?? ''
      calls.push(`iam:GetRole ${role}`)
      if (!account.linkedRoles.includes(role)) throw new Refusal('NoSuchEntity', 'There is none.', 404)
      return {}
    }
    if (pathname === '/v2/email/account') {
      calls.push('ses:GetAccount')
      return account.mail
    }
    if (pathname.startsWith('/v2/email/identities/')) {
      const identity = decodeURIComponent(pathname.split('/').at(-1) as string)
      calls.push(`ses:GetEmailIdentity ${identity}`)
      const said = account.identities[identity]
      if (!said) throw new Refusal('NotFoundException', 'There is none.', 404)
      return said
    }
    if (kind === 'foundation-model-availability') {
      calls.push(`bedrock:GetFoundationModelAvailability ${name}`)
      const status = account.unsubscribed.includes(name) ? 'NOT_AVAILABLE' : 'AVAILABLE'
      return { agreementAvailability: { status } }
    }
    if (kind !== 'model') return undefined
    calls.push(`bedrock:InvokeModel ${name}`)
    const [status, said] = account.models[name] ?? [404, { message: 'The model was not found.' }]
    if (status !== 200) throw new Refusal('Exception', (said as { message: string }).message, status)
    return said
  }

  const answerTo = async (request: IncomingMessage): Promise<string> => {
    const url = new URL(request.url ?? '/', 'http://account')
    const target = String(request.headers['x-amz-target'] ?? '')
    const body = await textOf(request)
    const [service, operation = ''] = target.split('.')
    if (service === 'secretsmanager') {
      const given = JSON.parse(body) as { Name?: string; SecretId?: string }
      calls.push(`secretsmanager:${operation} ${given.Name ?? given.SecretId}`)
      return JSON.stringify(secretsManager(operation, given))
    }
    if (target) throw new Refusal('RepositoryNotFoundException', 'There is none.')
    if (url.pathname === '/account') {
      calls.push('apigateway:GetAccount')
      return JSON.stringify({ cloudwatchRoleArn: account.gatewayRole || undefined })
    }
    if (url.pathname === '/restapis') return '{}'
    const inJson = answerInJson(url)
    if (inJson) return JSON.stringify(inJson)
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      const { Action = '', ...given } = Object.fromEntries(new URLSearchParams(body))
      const make = actions[Action]
      if (!make) throw new Refusal('InvalidAction', `${Action} is not known here.`)
      const detail = given['ChangeSetType'] ?? given['EnableTerminationProtection']
      calls.push(['cloudformation', detail === undefined ? Action : `${Action} ${detail}`].join(':'))
      return `<${Action}Response><${Action}Result>${xml(make(given))}</${Action}Result></${Action}Response>`
    }
    calls.push(`s3:${request.method} ${url.pathname.split('/').at(-1) ?? ''}`)
    return store(request.method ?? '', url, body)
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      (text) => response.end(text),
      (error: Refusal) => {
        const { code, message, status } = error
        const isJson =
          'x-amz-target' in request.headers || status !== 400 || request.url?.startsWith('/model/')
        const failed = { Error: { Type: 'Sender', Code: code, Message: message } }
        response
          .writeHead(status ?? 500, { 'x-amzn-errortype': code })
          .end(
            isJson
              ? JSON.stringify({ __type: code, message })
              : `<ErrorResponse>${xml(failed)}</ErrorResponse>`,
          )
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(account, { endpoint, stop })
}
