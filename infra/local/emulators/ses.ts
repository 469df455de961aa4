import { createRequire } from 'node:module'
import type ses from 'aws-ses-v2-local'
import type store from 'aws-ses-v2-local/dist/store.js'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { jsonFile } from '../machine/data-folder.ts'
import type { Running } from '../settings/emulator-endpoints.ts'
import { freePort } from '../machine/free-port.ts'

// a CommonJS package marked as an ES module, whose exports differ between an `import` and a bundler
const require = createRequire(import.meta.url)

/** Maximum number of mails that an inbox loads when it starts. */
const maxKeptMails = 1_000

/** Returns the port of an inbox: the same at each start if it is free. */
const inboxPort = async (dataDir: string): Promise<number> => {
  const file = jsonFile<{ port?: number }>(join(dataDir, 'inbox.json'), {})
  const port = await freePort(file.read().port)
  file.write({ port })
  return port
}

/** Loads the mails of earlier starts. Returns a function that writes new mails to the file. */
const openMails = (dataDir: string) => {
  const { getStoreReadonly } = require('aws-ses-v2-local/dist/store.js') as typeof store
  const inbox = getStoreReadonly()
  const database = new DatabaseSync(join(dataDir, 'mails.sqlite'))
  // in this mode a killed process loses no statement
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS mails (json TEXT NOT NULL)')
  const newest = database.prepare('SELECT json FROM mails ORDER BY rowid DESC LIMIT ?').all(maxKeptMails)
  inbox.emails.push(...newest.reverse().map(({ json }) => JSON.parse(String(json)) as store.Email))
  const add = database.prepare('INSERT INTO mails (json) VALUES (?)')
  let written = inbox.emails.length
  const write = () => {
    const { emails } = inbox
    // a person has emptied the inbox
    if (emails.length < written) {
      database.exec('DELETE FROM mails')
      written = 0
    }
    for (; written < emails.length; written += 1) add.run(JSON.stringify(emails[written]))
  }
  return { write, close: () => database.close() }
}

/** Writes mails to the file before the response that acknowledges them. */
const writeBeforeAnswers = (server: Server, write: () => void): void =>
  void server.prependListener('request', (_, response: ServerResponse) => {
    const send = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
    response.writeHead = (...head: unknown[]) => {
      write()
      return send(...head)
    }
  })

/**
 * Starts an emulator of Amazon SES that sends no mail, and keeps mails in an inbox with a page (decision 0054). With a
 * data folder, the inbox has the same mails and the same port at the next start.
 */
export const startSes = async (dataDir?: string): Promise<Running> => {
  const { default: start } = require('aws-ses-v2-local') as typeof ses
  const mails = dataDir === undefined ? undefined : openMails(dataDir)
  const port = dataDir === undefined ? 0 : await inboxPort(dataDir)
  const server = await start({ host: '127.0.0.1', port })
  if (mails) writeBeforeAnswers(server, mails.write)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      mails?.close()
    },
  }
}
