import { statSync } from 'node:fs'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { mostCalled } from './most-called.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/**
 * Maximum size of the code that a function loads before its first response, relative to the SDK alone, for a few
 * functions of every area. The packages of every function account for 1.28, and each bound is the current size: entity
 * tags with a digest, and lists with sorts, ranges and several values per filter, are 0.01; groups, tokens and the last
 * use of a session are another 0.02.
 * Code that is needed only sometimes, such as HTML, has files of its own (infra/packaging/chunked-build.ts).
 */
const granted: Record<string, number> = {
  'auth-login': 1.7,
  'auth-read-me': 1.61,
  'auth-refresh': 1.65,
  // a reused code ends the session of its first use
  'auth-create-oidc-token': 1.67,
  // the OpenID Connect client
  'auth-start-single-sign-on': 1.94,
  // also checks for the addresses that a provider names, and for those that a person gave up
  'auth-finish-single-sign-on': 2.08,
  'auth-logout-at-provider': 1.92,
  'auth-end-provider-session': 1.92,
  'users-list-users': 1.64,
  'assistants-read-assistant': 1.63,
  'lms-list-courses': 1.72,
  'lms-create-course': 1.84,
  'wiki-read-page': 1.7,
  'wiki-create-revision': 1.82,
  'task-list-tasks': 1.75,
  'support-list-tickets': 1.66,
  'chats-read-chat': 1.78,
  // also calls every function, and has the library of the protocol (decision 0070)
  'mcp-handle-message': 4.2,
  'search-search-everything': 1.85,
  'files-read-file': 1.74,
  // presigning a URL of the bytes needs the SDK's S3 client
  'wopi-check-file-info': 2.73,
}

/** Maximum size of the most called functions, relative to a bare handler with the same packages. */
const maxRatio = 1.49

/** Returns the number of bytes that a packaged file loads before its first response. */
const sizeOf = async (file: string, { directory }: BenchWorld): Promise<number> =>
  statSync(await bundled(file, directory)).size

const measured = async (world: BenchWorld): Promise<Outcome> => {
  const names = [...new Set([...mostCalled, ...Object.keys(granted)])]
  const [sdk, card] = [
    await sizeOf('test/bench/bare-handler.ts', world),
    await sizeOf('test/bench/bare-card-handler.ts', world),
  ]
  const rows: { name: string; size: number; aim: number; to: number; of: string }[] = []
  for (const name of names) {
    const size = await sizeOf(fileOf(name), world)
    const aim = granted[name]
    if (aim !== undefined) rows.push({ name, size, aim, to: size / sdk, of: 'the SDK alone' })
    if (mostCalled.includes(name))
      rows.push({ name, size, aim: maxRatio, to: size / card, of: 'the same packages' })
  }
  printTable(
    `bundles: kB before the first answer ÷ a bare handler's with the SDK alone (${Math.round(sdk / 1000)} kB) or ` +
      `with the same packages (${Math.round(card / 1000)} kB)`,
    ['function', 'kB', '÷', 'ratio', 'aim', ''],
    rows.map(({ name, size, aim, to, of }) => [
      name,
      Math.round(size / 1000),
      of,
      to,
      aim,
      to <= aim ? '' : 'larger',
    ]),
  )
  const large = rows.filter(({ to, aim }) => !(to <= aim))
  const broken = large.map(
    ({ name, to, aim, of }) => `${name}: ${to.toFixed(4)} times a bare handler with ${of} instead of ${aim}`,
  )
  const within = `${rows.length - large.length} of ${rows.length} bounds`
  return { measured: within, isMet: broken.length === 0, broken }
}

/** Measures the deployed size of functions: every import is loaded before the first response. */
export const bundles = (): Promise<Outcome> => inBenchWorld(measured)
