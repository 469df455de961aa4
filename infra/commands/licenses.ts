import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '../cli/command.ts'
import { refusedLicenses, type BillOfMaterials } from '../packaging/package-licenses.ts'

const usage = `npm run check:licenses
Fails if the license of a bundled package is not allowed, in the functions or in the bundles of /docs and /redoc. It
reads the bill of materials that "npm sbom" creates from package-lock.json, without a network.`

await runCommand({ usage, options: {} }, async () => {
  const options = { cwd: join(import.meta.dirname, '../..'), maxBuffer: 2 ** 26 }
  const sbom = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const { stdout } = await promisify(execFile)('npm', sbom, options)
  const refused = refusedLicenses(JSON.parse(stdout) as BillOfMaterials)
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return 'All licenses are allowed.'
})
