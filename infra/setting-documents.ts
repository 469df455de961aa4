import { createHash } from 'node:crypto'
import { roleOf } from './function-properties.ts'
import { ref, sub } from './intrinsics.ts'
import { modelReaders } from './models.ts'
import { oidcReaders } from './oidc.ts'
import type { Profile } from '../src/platform/http/spec.ts'
import type { WorkerProfile } from '../src/platform/events/queues.ts'

/** The settings that are too long for the variables of functions, each with the stack's parameter that holds it. */
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

/** A parameter has room for 8 KB; one of more than 4 KB costs some cents a month. */
const maxBytes = 8_192

/** Throws an Error when the documents have no room in one parameter. */
export const requireRoom = (texts: SettingTexts): void => {
  const bytes = Buffer.byteLength(joint(texts))
  const names = Object.keys(documents).join(', ')
  if (bytes > maxBytes)
    throw new Error(`The settings ${names} have ${bytes} bytes together; they may have ${maxBytes}.`)
}

/** A function with rights that the others of its role do not have. */
interface Reader {
  name: string
  profile: Profile | WorkerProfile
}

/** `${ChatsRole.Arn}` is the role `ChatsRole`. */
const roleId = (role: { 'Fn::Sub': string }) => role['Fn::Sub'].replace(/^\$\{(\w+)\.Arn\}$/, '$1')

/** The address of what belongs to the stack, with which all names of it begin. */
const arn = (service: string, name: string) =>
  sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`)

/** A right that these functions alone have: they share their roles with others. */
export const rightOf = (
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
 * These settings as one document, and the rights to read it and the secrets of this service at providers of single
 * sign-on (`<stack>/oidc-<name>`, put in by hand), which only those functions have whose spec says so. Another text has
 * another name: so functions that know its name never read it twice, and a deployment that is taken back takes the
 * document back with it (decision 0004).
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
          Roles: [...new Set(readers.map(({ profile }) => roleId(roleOf(profile))))].sort().map(ref),
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              rightOf(readers, 'ssm:GetParameter', ['ssm', 'parameter/${AWS::StackName}/settings-*']),
              rightOf(proving, 'secretsmanager:GetSecretValue', [
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
