import { build } from 'esbuild'
import { ok } from 'node:assert'
import { globSync } from 'node:fs'
import { packaged } from '../../esbuild.config.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { copyProject } from '../support/copy.ts'
import { doubleFunctions, functionsOf, packageProject, uploadedTemplate } from './packaged-project.ts'

/**
 * Packages a project with every function twice, and compares the time with separate esbuild builds of some functions in
 * the same run, so that a busy machine slows down both.
 */

/** Maximum average time per function, relative to a separate build of the function. */
const granted = 0.6

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
  const alone = async () => {
    for (const file of some)
      await build({ ...packaged, absWorkingDir: folder, entryPoints: [file], outdir: 'alone', write: false })
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
