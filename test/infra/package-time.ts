import { ok } from 'node:assert'
import { globSync } from 'node:fs'
import { packaged } from '../../esbuild.config.ts'
import { chunkedBuild } from '../../infra/packaging/chunked-build.ts'
import { takeTemporaryFolder } from '../../infra/local/temporary-folder.ts'
import { copyProject } from '../support/copy.ts'
import { doubleFunctions, functionsOf, packageProject, uploadedTemplate } from './packaged-project.ts'

/**
 * Packages a project in which nearly every function stands twice, and holds the time to that of builds of some of its
 * functions alone in the same run, with their chunks and maps, so that a busy machine slows down both.
 */

/** What a function may take on the average, archive and template included, as a share of its build alone. */
const granted = 0.9

const secondsOf = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}

takeTemporaryFolder()
const { folder, remove } = copyProject()
try {
  doubleFunctions(folder)
  const some = globSync('src/*/**/endpoints/*.ts', { cwd: folder })
    .sort()
    .filter((_, index) => index % 10 === 0)
  const options = {
    ...packaged,
    absWorkingDir: folder,
    outdir: 'alone',
    outExtension: { '.js': '.mjs' },
    sourcemap: 'external',
  } as const
  const alone = async () => {
    for (const file of some) await chunkedBuild(options, file)
  }

  const before = await secondsOf(alone)
  const packaging = await secondsOf(() => packageProject(folder))
  const after = await secondsOf(alone)

  const { size } = functionsOf(uploadedTemplate(folder))
  const each = packaging / size
  const one = (before + after) / 2 / some.length
  process.stdout.write(
    `${size} functions were packaged in ${packaging.toFixed(1)} s: ${(each / one).toFixed(2)} of a build for each\n`,
  )
  ok(size > 240, 'There are too few functions for what is to be shown.')
  ok(each / one <= granted, `A function takes more than ${granted} of a build of its own.`)
} finally {
  remove()
}
process.exit()
