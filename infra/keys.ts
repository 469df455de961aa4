import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { parseArgs } from 'node:util'
import { ensureSecret, rotateSecret, secretIdOf, secretKinds, type SecretKind } from './stack-secrets.ts'

/** The client and the stack of `--stage` and `--region`, with the defaults of serverless.yml. */
export const placeOf = ({ stage = 'dev', region = 'eu-central-1' }: { stage?: string; region?: string }) => ({
  client: new SecretsManagerClient({ region }),
  stack: `enterprise-platform-${stage}`,
})

const isKind = (kind: string): kind is SecretKind => Object.hasOwn(secretKinds, kind)

/** `npm run keys -- --stage x [--of wopi] [--rotate announce]`: makes keys if there are none, or takes a step of their rotation. */
const run = async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { stage: text, region: text, of: text, rotate: text } })
  const { of: kind = 'session', rotate } = values
  const { client, stack } = placeOf(values)
  if (!isKind(kind)) throw new Error(`--of must be one of ${Object.keys(secretKinds).join(', ')}.`)
  if (rotate === undefined) await ensureSecret(client, stack, kind)
  else await rotateSecret(client, stack, kind, rotate)
  return `${secretIdOf(stack, kind)}: ${rotate === undefined ? 'is there' : `${rotate} is done`}.`
}

if (import.meta.main)
  try {
    process.stdout.write(`${await run()}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
