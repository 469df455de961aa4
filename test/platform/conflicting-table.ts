import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time for which a write locks its items, in milliseconds: about as long as DynamoDB does. */
const holdMilliseconds = 12

interface Named {
  Key?: object
  Item?: { pk: object; sk: object }
}

const namedKey = ({ Key, Item }: Named) => JSON.stringify(Key ?? { pk: Item?.pk, sk: Item?.sk })

const keysIn = (operation: string, body: string): string[] => {
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = JSON.parse(body) as { TransactItems: Record<string, Named>[] }
    return TransactItems.flatMap((item) => Object.values(item).map(namedKey))
  }
  return /^(Put|Update|Delete)Item$/.test(operation) ? [namedKey(JSON.parse(body) as Named)] : []
}

const prefix = 'com.amazonaws.dynamodb.v20120810#'

/** Returns DynamoDB's error for a write that conflicts with a transaction (API reference, TransactWriteItems). */
const refusalOf = (operation: string, crossing: boolean[]) =>
  operation === 'TransactWriteItems'
    ? {
        __type: `${prefix}TransactionCanceledException`,
        CancellationReasons: crossing.map((crosses) => ({ Code: crosses ? 'TransactionConflict' : 'None' })),
      }
    : { __type: `${prefix}TransactionConflictException` }

/**
 * Starts a proxy of the emulated table that rejects writes in conflict with a running transaction, as DynamoDB does and
 * the emulator does not. Until `refusesUntil`, by performance.now(), it rejects every transaction. Counts these
 * `conflicts`, and the `overtaken` writes, whose conditions an earlier write has made false.
 */
export const startConflictingTable = async (target: string) => {
  const held = new Map<string, { isTransaction: boolean }>()
  const table = {
    url: '',
    conflicts: 0,
    overtaken: 0,
    refusesUntil: 0,
    transactions: [] as string[],
    stop: async () => {},
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '')
    const body = Buffer.concat(await incoming.toArray()).toString()
    const keys = keysIn(operation, body)
    const isTransaction = operation === 'TransactWriteItems'
    if (isTransaction) table.transactions.push(body)
    const crossing = keys.map((key) => {
      const other = held.get(key)
      const isRefused = isTransaction && performance.now() < table.refusesUntil
      return isRefused || (other !== undefined && (isTransaction || other.isTransaction))
    })
    if (crossing.includes(true)) {
      table.conflicts++
      outgoing.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' })
      return outgoing.end(JSON.stringify(refusalOf(operation, crossing)))
    }

    const own = { isTransaction }
    for (const key of keys) if (!held.has(key)) held.set(key, own)
    if (keys.length > 0) await sleep(holdMilliseconds)
    const forwarded = request(target, { method: 'POST', headers: incoming.headers }, (answer) => {
      for (const key of keys) if (held.get(key) === own) held.delete(key)
      if (keys.length > 0 && answer.statusCode === 400) table.overtaken++
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    return forwarded.end(body)
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  table.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  table.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return table
}
