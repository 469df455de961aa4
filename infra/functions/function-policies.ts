import { roleReference } from './function-properties.ts'
import { functions } from './functions.ts'
import { ref, sub } from './intrinsics.ts'
import type { SecretKind } from '../secrets/stack-secrets.ts'
import { toGrant } from './setting-documents.ts'
import { parseModels } from '../../src/models/configured-models.ts'

const functionPolicy = (roles: string[], Statement: object[]) => ({
  Type: 'AWS::IAM::ManagedPolicy',
  Properties: { Roles: roles.map(ref), PolicyDocument: { Version: '2012-10-17', Statement } },
})

interface Definition {
  role?: { 'Fn::Sub': string }
  environment?: object
}

/** Returns the functions that have a variable, and their roles. */
const functionsWith = async (variable: string) => {
  const all = Object.entries(await functions()) as [string, Definition][]
  const readers = all.filter(([, { environment = {} }]) => variable in environment)
  const roles = readers.map(([, { role }]) => role?.['Fn::Sub'].replace(/^\$\{(\w+)\.Arn\}$/, '$1') ?? '')
  return { readers, roles: [...new Set(roles)].sort() }
}

/**
 * Returns the permission of the functions with this variable to read a secret; they share their roles with functions
 * that do not need it.
 */
const secretPolicy = async (variable: string, kind: SecretKind) => {
  const { readers: reading, roles } = await functionsWith(variable)
  return functionPolicy(
    roles,
    // Secrets Manager appends six characters of its own to each name
    [
      toGrant(
        reading.map(([name]) => ({ name })),
        'secretsmanager:GetSecretValue',
        ['secretsmanager', `secret:\${AWS::StackName}/${kind}-keys-??????`],
      ),
    ],
  )
}

/** Returns the permission of endpoints that know the queues to count their messages. */
const countingPolicy = async () => {
  const { readers } = await functionsWith('QUEUE_URL_PREFIX')
  const endpoints = readers.filter(([, { role }]) => role?.['Fn::Sub'] === roleReference('reader')['Fn::Sub'])
  const grant = toGrant(
    endpoints.map(([name]) => ({ name })),
    'sqs:GetQueueAttributes',
    ['sqs', '${AWS::StackName}-*'],
  )
  return functionPolicy(['ReaderRole'], [grant])
}

/**
 * Returns the Bedrock resources behind a model's name. A profile, such as `eu.anthropic.claude-…`, also needs its
 * foundation model in any region; the name of an application inference profile does not contain its model.
 */
const modelResources = (model: string): string[] => {
  const name = model.replace(/^arn:.+:inference-profile\//, '')
  const own = model.startsWith('arn:') ? [model] : []
  if (/^arn:.+:application-inference-profile\//.test(model))
    return [...own, bedrock('', 'foundation-model/*')]
  if (name.startsWith('arn:')) return own
  const names = [name, name.replace(/^[a-z-]+\.(?=.+\.)/, '')]
  return [
    ...own,
    ...names.map((one) => bedrock('', `foundation-model/${one}`)),
    bedrock('${AWS::AccountId}', `inference-profile/${name}`),
  ]
}

const bedrock = (account: string, resource: string) =>
  `arn:\${AWS::Partition}:bedrock:*:${account}:${resource}`

/** Returns the permission to call the Bedrock models in the setting `models`, and no others. */
const modelsPolicy = (models: string) => {
  const names = parseModels(models).flatMap(({ provider, model, embedding_model }) =>
    provider === 'bedrock' ? [model, embedding_model].filter((name) => name !== undefined) : [],
  )
  if (names.length === 0) return {}
  const Action = ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream']
  const Resource = [...new Set(names.flatMap(modelResources))].map(sub)
  return { ModelsPolicy: functionPolicy(['ChatsRole'], [{ Effect: 'Allow', Action, Resource }]) }
}

/** Returns the policies that roles need for some of their functions, or because of a setting. */
export const functionPolicies = async (models: string) => ({
  Resources: {
    PagingPolicy: await secretPolicy('CURSOR_SECRET_ID', 'cursor'),
    WebhooksPolicy: await secretPolicy('WEBHOOK_SECRET_ID', 'webhook'),
    CountingPolicy: await countingPolicy(),
    ...modelsPolicy(models),
  },
})
