import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import { defaultRegion, runCommand } from './command.ts'
import { loadWorkers } from './endpoints.ts'
import { jsonFile } from './local/data-folder.ts'
import { queueId } from './queues.ts'
import { queueVariable } from '../src/platform/runtime/environment.ts'
import { stackOf } from './stage.ts'

interface RunningService {
  pid: number
  variables: Record<string, string>
}

/** Where a service on this machine says how to reach its data, for as long as it runs. */
export const runningFile = (dataDir: string) =>
  jsonFile<RunningService | undefined>(join(dataDir, 'running.json'), undefined)

/** The settings of a deployed service, by the logical ids of its stack. */
const deployedVariables = async (StackName: string, region: string): Promise<Record<string, string>> => {
  const client = new CloudFormationClient({ region })
  const ids = new Map<string, string>()
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (LogicalResourceId && PhysicalResourceId) ids.set(LogicalResourceId, PhysicalResourceId)
  const idOf = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The stack ${StackName} has no ${name}.`)
    return id
  }
  const queues = (await loadWorkers()).map(({ worker: { queue } }) => [
    queueVariable(queue),
    idOf(queueId(queue)),
  ])
  return { AWS_REGION: region, TABLE_NAME: idOf('Table'), ...Object.fromEntries(queues) }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const localVariables = (): Record<string, string> => {
  const dataDir = resolve(process.env['DATA_DIR'] || join(import.meta.dirname, '..', '.local'))
  const running = existsSync(dataDir) ? runningFile(dataDir).read() : undefined
  if (!running || !isAlive(running.pid))
    throw new Error(
      'No service runs on this machine. Run npm start first, or name a deployment with --stage.',
    )
  return running.variables
}

/** The settings of the service that `stage` names, or of the one that runs on this machine. */
export const placeVariables = async (
  stage: string | undefined,
  region: string,
): Promise<Record<string, string>> =>
  stage === undefined ? localVariables() : deployedVariables(stackOf(stage), region)

/**
 * Runs a command on the data of the service that `--stage` and `--region` name, or of the one that runs on this
 * machine: the service's own code then finds its settings.
 */
export const command = (
  usage: string,
  options: ParseArgsOptionsConfig,
  work: (values: Record<string, string | undefined>, verbs: string[]) => Promise<string>,
): Promise<void> =>
  runCommand({ usage, options }, async ({ stage, region = defaultRegion, ...given }, verbs) => {
    Object.assign(process.env, await placeVariables(stage, region))
    return work(given, verbs)
  })
