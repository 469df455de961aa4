import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundled } from './bundle.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'test/bench/peers')

/** File of each peer in the folder `peers`. */
const files = { Express: 'express', Fastify: 'fastify', Hono: 'hono', NestJS: 'nest' }

/** Optional modules that NestJS looks for; its documentation excludes them from bundles too. */
const absent = ['@nestjs/microservices', '@nestjs/websockets'].flatMap((name) => [name, `${name}/*`])

const ran = (program: string, args: string[], cwd: string) =>
  spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0

const bundlePeers = async (directory: string): Promise<Record<string, string>> => {
  if (
    !existsSync(join(folder, 'node_modules')) &&
    !ran('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], folder)
  )
    throw new Error('The peers are not installed, and npm install in test/bench/peers failed.')
  if (!ran(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--outDir', directory], root))
    throw new Error('The peers do not compile: node_modules/.bin/tsc -p test/bench/peers --noEmit says why.')
  const more = { nodePaths: [join(folder, 'node_modules')], external: absent }
  const bundles = Object.entries(files).map(
    async ([name, file]) => [name, await bundled(join(directory, `${file}.js`), directory, more)] as const,
  )
  return Object.fromEntries(await Promise.all(bundles))
}

let made: Promise<Record<string, string>> | undefined

/**
 * Returns the peers' bundles by name, each with all three endpoints, as usually deployed; built once per process. The
 * peers are installed if necessary, and compiled by tsc first, because NestJS needs the types of its decorators. Throws
 * if this fails.
 */
export const bundledPeers = (directory: string): Promise<Record<string, string>> =>
  (made ??= bundlePeers(directory))
