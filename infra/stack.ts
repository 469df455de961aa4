import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { loadWorkers } from './endpoints.ts'
import { jsonFile } from './local/data-folder.ts'
import { queueId } from './queues.ts'

/** Options of every command that works on the data of a deployment, or without `--stage` on this machine's. */
const place = { stage: { type: 'string' }, region: { type: 'string' } } as const

interface RunningService {
  pid: number
  variables: Record<string, string>
}

/** Where a service on this machine says how to reach its data, for as long as it runs. */
export const runningFile = (dataDir: string) =>
  jsonFile<RunningService | undefined>(join(dataDir, 'running.json'), undefined)

/** The settings of a deployed service, by the logical ids of its stack. */
const deployedVariables = async (stage: string, region: string): Promise<Record<string, string>> => {
  const client = new CloudFormationClient({ region })
  const ids = new Map<string, string>()
  for await (const page of paginateListStackResources(
    { client },
    { StackName: `enterprise-platform-${stage}` },
  ))
    for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (LogicalResourceId && PhysicalResourceId) ids.set(LogicalResourceId, PhysicalResourceId)
  const idOf = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The stack enterprise-platform-${stage} has no ${name}.`)
    return id
  }
  const queues = (await loadWorkers()).map(({ worker: { queue } }) => [
    `QUEUE_URL_${queue.replaceAll('-', '_').toUpperCase()}`,
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
    throw new Error('No service runs on this machine: npm start first, or name a deployment with --stage.')
  return running.variables
}

/**
 * Runs a command on the data of the service that `--stage` and `--region` name, or of the one that runs on this machine:
 * the service's own code then finds its settings. Says in one line what is wrong, with exit code 1.
 */
export const command = async <O extends ParseArgsOptionsConfig>(
  options: O,
  work: (values: Record<string, string | undefined>, verbs: string[]) => Promise<string>,
): Promise<void> => {
  try {
    const { values, positionals } = parseArgs({ options: { ...options, ...place }, allowPositionals: true })
    const { stage, region = 'eu-central-1', ...given } = values as Record<string, string | undefined>
    Object.assign(
      process.env,
      stage === undefined ? localVariables() : await deployedVariables(stage, region),
    )
    process.stdout.write(`${await work(given, positionals)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
