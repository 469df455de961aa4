import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { startEmulators } from '../../infra/local/emulators/emulators.ts'
import { gatewayListener } from '../../infra/local/gateway/gateway-listener.ts'
import { makeKeys } from '../../infra/local/settings/keys.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/service/resources.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { applyVariables, localAws, serviceVariables } from '../../infra/local/settings/variables.ts'
import { artifactFunctions } from './artifacts-functions.ts'
import {
  functionsIn,
  packagedTemplate,
  resolverOf,
  routesIn,
  sourcesIn,
  stackName,
} from './artifacts-template.ts'

const bucketName = `${stackName}-bucket`
const tableName = `${stackName}-table`

/**
 * Starts emulators with the resources of the template, for this process too. Returns the values of references as well.
 */
const emulated = async (publicUrl: string) => {
  const keys = await makeKeys()
  const secrets = new Map([
    [`${stackName}/session-keys`, JSON.stringify(keys.session)],
    [`${stackName}/wopi-keys`, JSON.stringify(keys.wopi)],
    [`${stackName}/model-keys`, '{}'],
    [`${stackName}/cursor-keys`, JSON.stringify(keys.cursors)],
    [`${stackName}/webhook-keys`, JSON.stringify(keys.webhooks)],
  ])
  const { endpoints, stop } = await startEmulators({ secrets })
  const queues = makeQueues(endpoints, { prefix: `${stackName}-` })
  const [queueUrls] = await Promise.all([
    queues,
    makeTable(endpoints, tableName),
    makeBucket(endpoints, bucketName, queues),
  ])
  const world = { endpoints, keys, queueUrls, tableName, bucketName, publicUrl }
  applyVariables(world)
  const refs: Record<string, string> = { Table: tableName, Bucket: bucketName }
  return { world, refs, stop }
}

/** Runs the packaged functions against emulators, with the template's routes, queues and stream. */
export const artifactsWorld = async () => {
  const template = packagedTemplate()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const { world, refs, stop } = await emulated(publicUrl)
  const { endpoints } = world
  const resolved = resolverOf(template, {
    parameters: {
      PublicUrl: publicUrl,
      SessionPublicKeys: world.keys.session.public,
      WopiPublicKeys: world.keys.wopi.public,
    },
    refs,
  })
  for (const [id, { Type, Properties }] of Object.entries(template.Resources))
    if (Type === 'AWS::SQS::Queue')
      refs[id] = `${endpoints.sqs}/000000000000/${resolved(Properties.QueueName) as string}`

  const definitions = functionsIn(template)
  const reached = (value: unknown) =>
    String(resolved(value)).replace(`https://sqs.${localAws.region}.amazonaws.com`, endpoints.sqs)
  const functions = artifactFunctions(definitions, reached, {
    // the SDK finds the emulators by its own variables
    ...Object.fromEntries(
      Object.entries(serviceVariables(world)).filter(([name]) => name.startsWith('AWS_')),
    ),
    AWS_DEFAULT_REGION: localAws.region,
    AWS_SESSION_TOKEN: 'local',
    TZ: ':UTC',
  })

  const routes = routesIn(template)
  const ids = new Map([...definitions].map(([id, { name }]) => [name, id]))
  const idOf = (name: string) => ids.get(name) ?? name
  const streaming = new Set(routes.filter(({ isStream }) => isStream).map(({ name }) => name))
  const server = createServer(
    gatewayListener({
      routes,
      invoke: (name, event, options) =>
        functions.invoke(idOf(name), event, streaming.has(name) ? options?.stream : undefined),
    }),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const stream = streamPoller({
    endpoints,
    tableName,
    checkpoint: {},
    invoke: async (event) => {
      const names = ['dispatcher', 'recorder']
      const answers = await Promise.all(names.map((name) => functions.invoke(idOf(name), event)))
      const failures = answers.flatMap((answer) => (answer as DynamoDBBatchResponse).batchItemFailures)
      return { batchItemFailures: failures }
    },
    setAside: async (_, error) => {
      throw error
    },
  })
  const queues = sourcesIn(template).map(({ queue, worker }) =>
    queuePoller({
      endpoints,
      url: refs[queue] as string,
      invoke: async (event) => (await functions.invoke(worker, event)) as SQSBatchResponse,
    }),
  )

  return {
    publicUrl,
    runs: functions.runs,
    /** Delivers changes to dispatcher and recorder, and messages to workers, until none remain. */
    settle: async () => {
      for (let seen = 1; seen > 0;) {
        seen = await stream.step()
        for (const { step } of queues) seen += await step(0)
      }
    },
    /** Ends everything, and returns the output of the functions. */
    stop: async () => {
      server.closeAllConnections()
      server.close()
      const logs = await functions.stop()
      await stop()
      return logs
    },
  }
}
