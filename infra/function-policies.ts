import { functions } from './functions.ts'
import { ref, sub } from './intrinsics.ts'
import { rightOf } from './setting-documents.ts'
import { parseModels } from '../src/models/configured-models.ts'

const policy = (roles: string[], Statement: object[]) => ({
  Type: 'AWS::IAM::ManagedPolicy',
  Properties: { Roles: roles.map(ref), PolicyDocument: { Version: '2012-10-17', Statement } },
})

interface Definition {
  role?: { 'Fn::Sub': string }
  environment?: object
}

/** The right of the functions that read the keys of cursors, which share their roles with functions that do not. */
const pagingPolicy = async () => {
  const all = Object.entries(await functions()) as [string, Definition][]
  const paging = all.filter(([, { environment = {} }]) => 'CURSOR_SECRET_ID' in environment)
  const roles = paging.map(([, { role }]) => role?.['Fn::Sub'].replace(/^\$\{(\w+)\.Arn\}$/, '$1') ?? '')
  return policy(
    [...new Set(roles)].sort(),
    // Secrets Manager ends each name with six characters of its own
    [
      rightOf(
        paging.map(([name]) => ({ name })),
        'secretsmanager:GetSecretValue',
        ['secretsmanager', 'secret:${AWS::StackName}/cursor-keys-??????'],
      ),
    ],
  )
}

/**
 * The resources of Bedrock behind the name of a model. A profile, such as `eu.anthropic.claude-…`, also needs the
 * foundation model that it leads to, in any region; the model behind an application's own profile is not in its name.
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

/** The right to ask the models of Bedrock in the setting `models`, and no others. */
const modelsPolicy = (models: string) => {
  const names = parseModels(models).flatMap(({ provider, model, embedding_model }) =>
    provider === 'bedrock' ? [model, embedding_model].filter((name) => name !== undefined) : [],
  )
  if (names.length === 0) return {}
  const Action = ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream']
  const Resource = [...new Set(names.flatMap(modelResources))].map(sub)
  return { ModelsPolicy: policy(['ChatsRole'], [{ Effect: 'Allow', Action, Resource }]) }
}

/** The rights that roles have for some of their functions, or by a setting. */
export const functionPolicies = async (models: string) => ({
  Resources: { PagingPolicy: await pagingPolicy(), ...modelsPolicy(models) },
})
