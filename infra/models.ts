import { createHash } from 'node:crypto'
import { loadEndpoints, queueFunctionName } from './endpoints.ts'
import { roleOf } from './function-properties.ts'
import { ref, sub } from './intrinsics.ts'
import { parseModels } from '../src/models/configured-models.ts'
import { profileOf, type Spec } from '../src/platform/http/spec.ts'
import { queueNames, queueSpec, type QueueSpec } from '../src/platform/events/queues.ts'

/** Whether an endpoint may read the list of models. What runs other endpoints may run one that does. */
export const readsModels = (spec: Pick<Spec, 'readsModels' | 'invokesEndpoints'>): boolean =>
  spec.readsModels === true || spec.invokesEndpoints === true

/** Whether the workers of a queue may read it. */
export const queueReadsModels = (spec: Pick<QueueSpec, 'asksModels' | 'invokesEndpoints'>): boolean =>
  spec.asksModels === true || spec.invokesEndpoints === true

/** A parameter of the standard tier, which costs nothing, has room for 4 KB. */
const maxBytes = 4_096

/** Throws an Error that says what is wrong with the setting `models`. */
export const requireModels = (text: string): void => {
  parseModels(text)
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new Error(`The setting MODELS has ${bytes} bytes; it may have ${maxBytes}.`)
}

const readers = async () => [
  ...(await loadEndpoints())
    .filter(({ spec }) => readsModels(spec))
    .map(({ name, spec }) => ({ name, role: roleOf(profileOf(spec)) })),
  ...queueNames
    .filter((name) => queueReadsModels(queueSpec(name)))
    .map((name) => ({ name: queueFunctionName(name), role: roleOf(queueSpec(name).profile ?? 'worker') })),
]

/** `${ChatsRole.Arn}` is the role `ChatsRole`. */
const roleId = (role: { 'Fn::Sub': string }) => role['Fn::Sub'].replace(/^\$\{(\w+)\.Arn\}$/, '$1')

/** The address of what belongs to the stack, with which all names of it begin. */
const arn = (service: string, name: string) =>
  sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`)

/** The right to read the list. Roles are shared with functions that have no business with models. */
const reading = (names: string[]) => ({
  Effect: 'Allow',
  Action: 'ssm:GetParameter',
  Resource: arn('ssm', 'parameter/${AWS::StackName}/models-*'),
  Condition: {
    ArnEquals: {
      'lambda:SourceFunctionArn': names.map((name) => arn('lambda', `function:\${AWS::StackName}-${name}`)),
    },
  },
})

/**
 * The list of models as one document, which is too long for the variables of functions, and the right to read it, which
 * only those functions have whose spec says so. Another list has another name: so functions that know its name never
 * read it twice, and a deployment that is taken back takes the list back with it (decision 0004).
 */
export const modelsOf = async (models: string) => {
  const version = createHash('sha256').update(models).digest('hex').slice(0, 16)
  const all = await readers()
  return {
    Resources: {
      ModelsParameter: {
        Type: 'AWS::SSM::Parameter',
        Condition: 'HasModels',
        Properties: {
          Name: sub(`/\${AWS::StackName}/models-${version}`),
          Type: 'String',
          Tier: 'Standard',
          Value: ref('Models'),
        },
      },
      ModelsPolicy: {
        Type: 'AWS::IAM::ManagedPolicy',
        Condition: 'HasModels',
        Properties: {
          Roles: [...new Set(all.map(({ role }) => roleId(role)))].sort().map(ref),
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [reading(all.map(({ name }) => name))],
          },
        },
      },
    },
  }
}
