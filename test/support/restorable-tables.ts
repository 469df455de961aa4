import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { makeTable } from '../../infra/local/service/resources.ts'

type Given = Record<string, unknown>

/**
 * Starts a proxy in front of the emulator of DynamoDB that adds point-in-time recovery and resource policies. A
 * restored table is empty; `fill` adds the items of that time.
 */
export const startRestorableTables = async (dynamodb: string, fill: (table: string) => Promise<void>) => {
  const calls: [operation: string, given: Given][] = []
  const operations: Record<string, (given: Given) => Promise<object> | object> = {
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: 'ENABLED',
          EarliestRestorableDateTime: 1_767_225_600,
          LatestRestorableDateTime: 1_772_323_200,
        },
      },
    }),
    RestoreTableToPointInTime: async ({ TargetTableName }) => {
      await makeTable({ dynamodb }, String(TargetTableName), { hasStream: false })
      await fill(String(TargetTableName))
      return {}
    },
    UpdateContinuousBackups: () => ({}),
    PutResourcePolicy: () => ({}),
    ListTagsOfResource: () => ({
      Tags: [
        { Key: 'owner', Value: 'it' },
        { Key: 'aws:x', Value: 'y' },
      ],
    }),
    TagResource: () => ({}),
  }
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '')
    const body = Buffer.concat(await incoming.toArray())
    const given = JSON.parse(body.toString()) as Given
    calls.push([operation, given])
    const own = operations[operation]
    if (own) return void outgoing.end(JSON.stringify(await own(given)))
    request(dynamodb, { method: 'POST', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    }).end(body)
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
