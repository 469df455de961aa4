import { createHash } from 'node:crypto'
import { roleReference } from './function-properties.ts'
import { ref, sub } from './intrinsics.ts'
import { modelReaders } from './models.ts'
import { oidcReaders } from './oidc.ts'
import type { Profile } from '../../src/platform/http/access-level.ts'
import type { WorkerProfile } from '../../src/platform/events/queues.ts'

/** Settings that are too long for variables of functions, each with the stack parameter that contains it. */
const documents = {
  models: 'Models',
  'group-limits': 'GroupLimits',
  'oidc-providers': 'OidcProviders',
} as const
type SettingTexts = Record<keyof typeof documents, string>

const joint = (texts: SettingTexts): string =>
  `{${Object.keys(documents)
    .map((name) => `${JSON.stringify(name)}:${texts[name as keyof typeof documents]}`)
    .join()}}`

/** Size limit of a parameter, in bytes; a parameter of more than 4 KB costs some cents per month. */
const maxBytes = 8_192

/** Throws if the documents exceed the size of one parameter. */
export const requireDocumentRoom = (texts: SettingTexts): void => {
  const bytes = Buffer.byteLength(joint(texts))
  const names = Object.keys(documents).join(', ')
  if (bytes > maxBytes)
    throw new Error(`The settings ${names} have ${bytes} bytes together; the maximum is ${maxBytes}.`)
}

/** Function with permissions that others with the same role do not have. */
interface Reader {
  name: string
  profile: Profile | WorkerProfile
}

/** Returns the ID of a role: `ChatsRole` for `${ChatsRole.Arn}`. */
const roleId = (role: { 'Fn::Sub': string }) => role['Fn::Sub'].replace(/^\$\{(\w+)\.Arn\}$/, '$1')

/** Returns the ARN of a resource of the stack, whose name begins with the stack's. */
const arn = (service: string, name: string) =>
  sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`)

/** Returns a permission for these functions only; they share their roles with others. */
export const toGrant = (
  readers: Pick<Reader, 'name'>[],
  action: string,
  [service, name]: [service: string, name: string],
) => ({
  Effect: 'Allow',
  Action: action,
  Resource: arn(service, name),
  Condition: {
    ArnEquals: {
      'lambda:SourceFunctionArn': readers.map((reader) =>
        arn('lambda', `function:\${AWS::StackName}-${reader.name}`),
      ),
    },
  },
})

/**
 * Returns these settings as one document, with the permissions to read it and the client secrets for single sign-on
 * providers (`<stack>/oidc-<name>`, created by hand). Only functions whose spec asks for them have these permissions. A
 * changed document has a changed name: functions never need to read a name twice, and the rollback of a deployment
 * reverts the document too (decision 0004).
 */
export const settingDocuments = async (texts: SettingTexts) => {
  const { reading, proving } = await oidcReaders()
  const readers = [...(await modelReaders()), ...reading]
  const version = createHash('sha256').update(joint(texts)).digest('hex').slice(0, 16)
  return {
    Resources: {
      SettingsParameter: {
        Type: 'AWS::SSM::Parameter',
        Condition: 'HasSettingDocuments',
        Properties: {
          Name: sub(`/\${AWS::StackName}/settings-${version}`),
          Type: 'String',
          Tier: 'Intelligent-Tiering',
          Value: sub(
            `{${Object.entries(documents)
              .map(([name, id]) => `${JSON.stringify(name)}:\${${id}}`)
              .join()}}`,
          ),
        },
      },
      SettingsPolicy: {
        Type: 'AWS::IAM::ManagedPolicy',
        Condition: 'HasSettingDocuments',
        Properties: {
          Roles: [...new Set(readers.map(({ profile }) => roleId(roleReference(profile))))].sort().map(ref),
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              toGrant(readers, 'ssm:GetParameter', ['ssm', 'parameter/${AWS::StackName}/settings-*']),
              toGrant(proving, 'secretsmanager:GetSecretValue', [
                'secretsmanager',
                'secret:${AWS::StackName}/oidc-*',
              ]),
            ],
          },
        },
      },
    },
  }
}
