import { createHash } from 'node:crypto'
import { roleOf } from './function-properties.ts'
import { ref, sub } from './intrinsics.ts'
import type { Profile } from '../src/platform/http/spec.ts'
import type { WorkerProfile } from '../src/platform/events/queues.ts'

/** A parameter of the standard tier, which costs nothing, has room for 4 KB. */
const maxBytes = 4_096

/** Throws an Error for a document that has no room there. */
export const requireRoom = (setting: string, text: string): void => {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new Error(`The setting ${setting} has ${bytes} bytes; it may have ${maxBytes}.`)
}

/** A function that reads it. */
export interface Reader {
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
  readers: Reader[],
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

interface SettingDocument {
  /** The parameter of the stack that holds its text. */
  id: string
  /** How it is called in the store. */
  name: string
  text: string
  readers: Reader[]
  /** What else these functions may do. */
  rights?: ReturnType<typeof rightOf>[]
}

/**
 * A setting as one document, which is too long for the variables of functions, and the right to read it. Another text
 * has another name: so functions that know its name never read it twice, and a deployment that is taken back takes the
 * document back with it (decision 0004).
 */
export const settingDocument = ({ id, name, text, readers, rights = [] }: SettingDocument) => {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return {
    parameter: {
      Type: 'AWS::SSM::Parameter',
      Condition: `Has${id}`,
      Properties: {
        Name: sub(`/\${AWS::StackName}/${name}-${version}`),
        Type: 'String',
        Tier: 'Standard',
        Value: ref(id),
      },
    },
    policy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Condition: `Has${id}`,
      Properties: {
        Roles: [...new Set(readers.map(({ profile }) => roleId(roleOf(profile))))].sort().map(ref),
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            rightOf(readers, 'ssm:GetParameter', ['ssm', `parameter/\${AWS::StackName}/${name}-*`]),
            ...rights,
          ],
        },
      },
    },
  }
}
