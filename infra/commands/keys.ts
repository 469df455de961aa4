import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { defaultRegion, defaultStage, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import {
  ensureSecret,
  rotateSecret,
  keySecretId,
  secretKinds,
  type SecretKind,
} from '../secrets/stack-secrets.ts'
import { toStackName } from '../cli/stage.ts'

const isKind = (kind: string): kind is SecretKind => Object.hasOwn(secretKinds, kind)

const kinds = Object.keys(secretKinds) as SecretKind[]
const rotationSteps = (kind: SecretKind) =>
  Object.keys(secretKinds[kind].rotation).join(', ') || (kind === 'model' ? 'entered by hand' : 'no steps')
const usage = `npm run keys -- [--stage ${defaultStage}] [--region ${defaultRegion}] [--of ${kinds.join('|')}]
  [--rotate step]

Creates a missing secret of the stack, or takes one step of its rotation; infra/README.md ("Key rotation") says what
must happen between steps. It needs AWS credentials in the environment.
${kinds.map((kind) => `  ${kind.padEnd(8)} ${rotationSteps(kind)}`).join('\n')}`
const text = { type: 'string' } as const

const options = { of: text, rotate: text, ...targetOptions }

await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage = defaultStage, region = defaultRegion, of: kind = 'session', rotate } = values
  const stack = toStackName(stage)
  if (!isKind(kind)) throw new UsageError(`--of must be one of ${kinds.join(', ')}.`)
  const client = new SecretsManagerClient({ region })
  progress.show(`reading the secret ${keySecretId(stack, kind)} in ${region}`)
  if (rotate === undefined) await ensureSecret(client, stack, kind)
  else await rotateSecret(client, stack, kind, rotate)
  return `${keySecretId(stack, kind)}: ${rotate === undefined ? 'is there' : `${rotate} is done`}.`
})
