import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { writeFileSync } from 'node:fs'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { executeChange } from '../deployment/change-set.ts'
import { findStack } from '../deployment/deployed-parameters.ts'
import { keptTemplate } from '../deployment/kept-template.ts'
import { keptDefaults, parseParameters } from '../deployment/parameters.ts'
import { toStackName } from '../cli/stage.ts'

const usage = `npm run import-resources -- --stage <stage> --table <name> --bucket <name> [--audit-lock-bucket <name>]
  [--region ${defaultRegion}] [--param="<name>=<value>" …] [--template <file>]
Creates a stack from the table and the buckets left by a teardown, which npm run deploy then completes. Pass the
parameters printed by npm run teardown. It needs AWS credentials in the environment. With --template it only writes
the template to a file.`

const text = { type: 'string' } as const

const options = {
  table: text,
  bucket: text,
  'audit-lock-bucket': text,
  template: text,
  param: { type: 'string', multiple: true },
  ...targetOptions,
} as const

await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage, region = defaultRegion, table, bucket, 'audit-lock-bucket': lock, param = [] } = values
  if (stage === undefined) throw new UsageError('--stage must name the deployment.')
  if (table === undefined || bucket === undefined)
    throw new UsageError('--table and --bucket must name what the teardown left behind.')
  const StackName = toStackName(stage)
  const { template, imports: ResourcesToImport } = keptTemplate(
    { Table: table, Bucket: bucket, ...(lock !== undefined && { AuditLockBucket: lock }) },
    { ...keptDefaults(), ...parseParameters(param) },
  )
  if (values.template !== undefined) {
    writeFileSync(values.template, `${JSON.stringify(template, null, 2)}\n`)
    return `The template is in ${values.template}.`
  }
  const client = new CloudFormationClient({ region })
  progress.show(`reading the stack ${StackName} in ${region}`)
  if (await findStack(client, StackName)) throw new Error(`The stack ${StackName} already exists.`)
  progress.show('importing', ResourcesToImport.map(({ LogicalResourceId }) => LogicalResourceId).join(', '))
  const TemplateBody = JSON.stringify(template)
  await executeChange(client, { StackName, ChangeSetName: 'import', TemplateBody, ResourcesToImport })
  return `${StackName} has imported its table and bucket; npm run deploy adds the rest.`
})
